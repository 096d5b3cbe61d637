// Loads the parts that would delay their page in a large library: charts, and each facet beside the
// list when it is opened. After a change, the stream sends some facets. All other parts are loaded
// again: at most every five seconds while they are shown, otherwise when they are shown next.

import { children, morph, parse } from "./morph.js";
import { $$ } from "./said.js";

const EVERY = 5000;
const kept = remembered();

// A browser may be set to store nothing; localStorage then throws.
function remembered() {
  try {
    return JSON.parse(localStorage.getItem("facets")) ?? {};
  } catch {
    return {};
  }
}

function remember() {
  try {
    localStorage.setItem("facets", JSON.stringify(kept));
  } catch {
    // The choice is then kept only until the page is left.
  }
}

async function fill(part) {
  const address = part.dataset.from;
  const { sent } = part;
  part.has = address;
  try {
    const answer = await fetch(address, { headers: { "Bookworm-Again": "1" } });
    const page = parse(await answer.text());
    // Another line was typed meanwhile, or the stream was faster.
    if (part.dataset.from !== address || part.sent !== sent) return;
    if (!answer.ok) throw new Error(answer.statusText);
    const fresh = page.getElementById(part.dataset.part);
    const summary = $$("summary", part).slice(0, part.matches("details") ? 1 : 0);
    children(part, [...summary.map((each) => each.cloneNode(true)), ...(fresh?.children ?? [])]);
  } catch {
    part.has = "";
  }
}

const isShown = (part) => part.open ?? true;

export function load() {
  for (const part of $$("[data-later][data-from]")) {
    if (isShown(part) && part.has !== part.dataset.from) fill(part);
  }
}

// Returns a function that acts at most once in five seconds. Calls in between act once at the end.
export function paced(act) {
  let last = 0;
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    setTimeout(() => {
      waits = false;
      last = Date.now();
      act();
    }, Math.max(0, last + EVERY - Date.now()));
  };
}

let missed = false;
const reload = paced(() => {
  for (const part of $$(missed ? "[data-from]" : "[data-from]:not([data-sent])")) {
    if (isShown(part)) fill(part);
    else part.has = "";
  }
  missed = false;
});

// Loads parts again after a change. The stream itself sends some, unless it has missed a change.
export function stale(all) {
  missed ||= all;
  reload();
}

// Shows what the stream has sent. Returns false if the page has no such part, but needs one.
export function show(fresh) {
  const part = document.getElementById(fresh.id);
  if (!part) return !fresh.querySelector("a");
  part.sent = fresh;
  part.has = part.dataset.from;
  morph(part, fresh);
  return true;
}

// Facets stay open or closed as the user left them.
export function arrange() {
  for (const facet of $$("details.facet")) facet.open = kept[facet.id] ?? facet.open;
  load();
}

document.addEventListener("click", ({ target }) => {
  const facet = target.closest("summary")?.closest("details.facet");
  if (!facet) return;
  kept[facet.id] = !facet.open;
  remember();
});
document.addEventListener("toggle", load, true);
arrange();
