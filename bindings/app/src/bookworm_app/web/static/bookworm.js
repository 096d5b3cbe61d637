// Pages work with plain links and forms alone. With this script they also follow the changes of the
// library, save without being loaded again, and can be used by keyboard.

import { chosen } from "./choosing.js";
import "./completing.js";
import "./covers.js";
import { load, paced, show, stale } from "./facets.js";
import { meanwhile } from "./form.js";
import { count, deselect, leaveBar } from "./keys.js";
import "./leaving.js";
import { children, fragment, morph, parse } from "./morph.js";
import "./scanning.js";
import { $, $$, away, fade, once, say, status, words } from "./said.js";

// ---- Sending forms without leaving the page.

function send(form, submitter = null) {
  const data = new FormData(form, submitter);
  const body = form.enctype === "multipart/form-data" ? data : new URLSearchParams(data);
  return once(form, String(body), async () => {
    const headers = { Accept: "application/json" };
    let answer;
    try {
      answer = await fetch(form.action, { method: "POST", body, headers });
    } catch {
      away(true);
      return null;
    }
    away(false);
    const told = await answer.json().catch(() => ({ error: answer.statusText }));
    if (told.error) say(told.error, null, true);
    else if (told.to) location.assign(told.to);
    else if (told.text) say(told.text, told.undo);
    return told.error ? null : told;
  });
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-quiet]")) return;
  event.preventDefault();
  const entered = form.matches(".inline");
  const sent = [...form.elements].map((each) => [each, each.value]);
  const sending = send(form, event.submitter);
  if (form.id === "bulk") leaveBar();
  const told = await sending;
  if (told?.to) return;
  if (told) {
    // Text that was typed while the form was sent is not saved yet.
    for (const [each, value] of sent) if (each.value === value) each.touched = false;
    if (form.id === "bulk") deselect();
    if (entered || form.enctype === "multipart/form-data") {
      form.reset();
      fold(form.closest("details"));
    }
    refresh();
  } else if (form.matches(".stars, .exact")) {
    refresh();
  }
});

function fold(details) {
  if (details?.contains(document.activeElement)) $("summary", details).focus();
  details?.removeAttribute("open");
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-settings]")) return;
  event.preventDefault();
  if (await send(form, event.submitter)) location.reload();
  else form.reset();
});

// The arrow keys check the next star at once. It is saved after a pause.
const pauses = new WeakMap();
document.addEventListener("change", (event) => {
  const { target } = event;
  const form = target.form;
  if (target.closest("[data-submit], [data-settings], [data-now]")) chosen(target);
  else if (form?.matches("form.stars, form.exact")) {
    form.classList.remove("here", "after");
    clearTimeout(pauses.get(form));
    form.waiting = true;
    pauses.set(form, setTimeout(() => {
      form.waiting = false;
      form.requestSubmit();
    }, 250));
  }
});

// ---- Following the changes of the library.

let source = null;
let seen = Number($("#main").dataset.transaction ?? 0);
let slot = null;

const liveAddress = () => {
  const address = $("#main").dataset.live;
  return address && address + (address.includes("?") ? "&" : "?") + "since=" + seen;
};

// A browser has six connections to a server, and one must stay free. So four pages have a stream of
// their own, each with a lock. One of the other pages leads: it gets every change, and notifies the
// rest.
async function lock() {
  if (!navigator.locks) return () => {};
  for (let number = 0; number < 4; number++) {
    const name = `bookworm-stream-${number}`;
    const release = await new Promise((got) => {
      navigator.locks.request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return got(null);
        return new Promise((done) => got(done));
      });
    });
    if (release) return release;
  }
  return null;
}

async function connect() {
  if (source || slot || document.hidden || !liveAddress()) return;
  slot = (async () => lock())();
  const release = await slot;
  if (release && !document.hidden) {
    slot = release;
    listen();
    return;
  }
  slot = null;
  release?.();
  if (!document.hidden) follow();
}

let leaving;
const stopFollowing = () => leaving.abort();

function follow() {
  const bell = new BroadcastChannel("bookworm");
  const ring = () => {
    if (isShelf()) stale(true);
    refresh();
  };
  bell.onmessage = ring;
  slot = stopFollowing;
  leaving = new AbortController();
  const { signal } = leaving;
  signal.addEventListener("abort", () => bell.close());
  const lead = () =>
    new Promise((done) => {
      signal.addEventListener("abort", done);
      source = new EventSource(`/live/all?since=${seen}`);
      source.onmessage = () => {
        bell.postMessage("");
        ring();
      };
    });
  navigator.locks.request("bookworm-bell", { signal }, lead).catch(() => {});
  refresh();
}

function listen() {
  source = new EventSource(liveAddress());
  source.onopen = () => away(false);
  source.onmessage = (event) => {
    seen = Math.max(seen, Number(event.lastEventId));
    told(JSON.parse(event.data));
  };
  source.onerror = () => {
    away(true);
    if (source.readyState === EventSource.CLOSED) {
      source = null;
      setTimeout(() => slot && !source && listen(), 2000);
    }
  };
}

function disconnect() {
  source?.close();
  source = null;
  if (typeof slot === "function") slot();
  slot = null;
}

document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
addEventListener("pagehide", disconnect);
addEventListener("pageshow", connect);

function told(event) {
  if (event.colours) colours(event.colours);
  if (event.rows) {
    const list = $("#books");
    if (!list) return refresh();
    const rows = event.order.map((id) => {
      const html = event.rows[id];
      const old = document.getElementById(`book-${id}`);
      if (html) return fragment(html);
      return old ? old.cloneNode(true) : null;
    });
    if (rows.includes(null)) return refresh();
    count();
    const before = new Set([...list.children].map((each) => each.id));
    children(list, rows);
    for (const each of list.children) if (!before.has(each.id)) each.classList.add("arrived");
    $("#none").hidden = rows.length > 0;
    status.textContent = words.changed;
  }
  if (event.count && $("#count")) $("#count").textContent = event.count;
  if (!(event.parts ?? []).every((html) => show(fragment(html)))) refresh();
  if (event.read) refresh();
  else if (event.counted || event.missed) isShelf() ? stale(Boolean(event.missed)) : refreshNumbers();
}

const refreshNumbers = paced(() => refresh());

function colours(version) {
  const old = $("#colours");
  const address = `/genres.css?v=${version}`;
  if (old.getAttribute("href") === address) return;
  const fresh = old.cloneNode();
  fresh.href = address;
  fresh.onload = () => old.remove();
  old.after(fresh);
}

// Whether the page is the shelf. It is that also if its line is wrong, and there is no list.
const isShelf = () => "shelf" in $("#main").dataset;

// While a line is typed, its end may be missing.
const tolerant = (address) => {
  if (document.activeElement !== $("#q") || !isShelf()) return address;
  return address + (address.includes("?") ? "&" : "?") + "typing=1";
};

// Reads the page again and applies the differences. Only one read runs at a time, and another one
// follows only if needed.
let reading = null;
let again = false;
async function refresh(address = location.href) {
  if (reading) {
    again = address;
    return reading;
  }
  reading = (async () => {
    try {
      const answer = await fetch(tolerant(address), { headers: { "Bookworm-Again": "1" } });
      const page = parse(await answer.text());
      away(false);
      if ($("#main", page)) take(page, answer);
    } catch {
      away(true);
    }
  })();
  await reading;
  reading = null;
  if (again) {
    const next = again;
    again = false;
    await refresh(next);
  }
}

function take(page, answer) {
  const main = $("#main");
  const fresh = $("#main", page);
  colours(new URL($("#colours", page).href, location.href).searchParams.get("v"));
  if ("keep" in main.dataset) return meanwhile(main, fresh);
  const live = main.dataset.live;
  if (answer.url !== location.href && answer.redirected) history.replaceState(null, "", answer.url);
  if (answer.status === 422 && isShelf()) {
    morph($("#line-error"), $("#line-error", page));
    return;
  }
  // An undo can bring a deleted book back.
  if (answer.status === 404 && live) fresh.dataset.live = live;
  const shown = Number(fresh.dataset.transaction ?? seen);
  // An event has come while this was read: the page may be older than the event.
  if (shown < seen) again = location.href;
  seen = Math.max(seen, shown);
  morph(main, fresh);
  count();
  load();
  document.title = page.title;
  if (main.dataset.live !== live) {
    disconnect();
    connect();
  }
}

// ---- The search line is answered while it is typed.

let typing;
$("#q").addEventListener("input", ({ target }) => {
  if (!isShelf()) return;
  clearTimeout(typing);
  typing = setTimeout(async () => {
    const given = new URLSearchParams();
    if (target.value) given.set("q", target.value);
    const sort = $(".sort select")?.value;
    if (sort) given.set("sort", sort);
    const address = given.size ? `/?${given}` : "/";
    history.replaceState(null, "", address);
    await refresh(address);
  }, 180);
});

if ($("#toast").children.length) fade();
connect();
