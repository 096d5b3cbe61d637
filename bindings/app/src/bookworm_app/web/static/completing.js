// Completions below the search box, by the library: a combobox with a list.

import { $, $$ } from "./said.js";

const box = $("#q");
const list = $("#completions");
const points = (text) => [...text].length;
let found = [];
let chosen = -1;
let asking = null;
let waits;

function close() {
  clearTimeout(waits);
  asking?.abort();
  found = [];
  chosen = -1;
  list.hidden = true;
  box.setAttribute("aria-expanded", "false");
  box.removeAttribute("aria-activedescendant");
}

function choose(place) {
  chosen = place;
  for (const [each, option] of $$("li", list).entries()) {
    option.setAttribute("aria-selected", String(each === place));
    if (each === place) option.scrollIntoView({ block: "nearest" });
  }
  if (place < 0) box.removeAttribute("aria-activedescendant");
  else box.setAttribute("aria-activedescendant", `completion-${place}`);
}

function show() {
  list.replaceChildren(
    ...found.map(({ label, hint, count }, place) => {
      const option = document.createElement("li");
      option.id = `completion-${place}`;
      option.role = "option";
      const name = document.createElement("span");
      name.textContent = label;
      name.dir = "auto";
      const more = document.createElement("span");
      more.className = "quiet";
      more.textContent = [hint, count].filter(Boolean).join(" · ");
      option.append(name, " ", more);
      return option;
    }),
  );
  list.hidden = found.length === 0;
  box.setAttribute("aria-expanded", String(found.length > 0));
  choose(-1);
}

async function ask() {
  asking?.abort();
  asking = new AbortController();
  const at = points(box.value.slice(0, box.selectionStart));
  const given = new URLSearchParams({ q: box.value, at });
  try {
    const answer = await fetch(`/complete?${given}`, { signal: asking.signal });
    found = await answer.json();
    if (document.activeElement === box) show();
  } catch {
    // Another letter was typed, or the server is away, which the page says already.
  }
}

function take(place) {
  const { line, place: end } = found[place];
  box.value = line;
  const at = [...line].slice(0, end).join("").length;
  box.setSelectionRange(at, at);
  close();
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

box.role = "combobox";
box.ariaAutoComplete = "list";
box.setAttribute("aria-expanded", "false");
box.setAttribute("aria-controls", list.id);
box.addEventListener("input", () => {
  clearTimeout(waits);
  waits = setTimeout(ask, 60);
});
box.addEventListener("blur", close);
box.addEventListener("keydown", (event) => {
  const { key } = event;
  if (event.isComposing) return;
  if (key === "Escape" && found.length) {
    event.preventDefault();
    close();
  } else if (key === "ArrowDown" || key === "ArrowUp") {
    event.preventDefault();
    if (!found.length) return ask();
    // The list does not change while somebody chooses from it.
    clearTimeout(waits);
    asking?.abort();
    const step = key === "ArrowDown" ? 1 : -1;
    choose(((chosen + 1 + step + found.length + 1) % (found.length + 1)) - 1);
  } else if (key === "Enter" && chosen >= 0) {
    event.preventDefault();
    take(chosen);
  } else if (key === "Enter") {
    close();
  }
});
// A tap ends with a click on what is then beneath the finger: the list must still be there.
list.addEventListener("pointerdown", (event) => {
  event.preventDefault();
  // The list does not change during a press.
  clearTimeout(waits);
  asking?.abort();
});
list.addEventListener("click", ({ target }) => {
  const option = target.closest("li");
  if (option) take($$("li", list).indexOf(option));
});
