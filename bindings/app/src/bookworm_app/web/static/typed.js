// Keeps the input in the form of a book while the server does not answer: a reload, or going away
// and back, then replaces the page by the browser's own error page.

import { $, $$ } from "./said.js";

const key = `typed ${location.pathname}`;
const isChecked = (control) => /^(checkbox|radio)$/.test(control.type);
const controls = (box) => $$("[name]:not([type=file], [type=button])", box);

let isLeft = false;
// Called when the reader chooses another page, and so gives up what was typed.
export function leave() {
  isLeft = true;
}

addEventListener("pagehide", () => {
  const form = $("[data-check]");
  const boxes = form && !form.saved ? $$(".field", form).filter((box) => box.touched) : [];
  const typed = boxes.map((box) => [
    box.id,
    controls(box).map((each) => [each.name, each.value, isChecked(each) && each.checked]),
  ]);
  try {
    if (typed.length) sessionStorage.setItem(key, JSON.stringify({ isLeft, typed }));
    else sessionStorage.removeItem(key);
  } catch {
    // The browser keeps nothing, or not as much.
  }
});

// After the browser's own error page, a reload is a visit like any other.
addEventListener("pageshow", ({ persisted }) => {
  isLeft = false;
  const [visit] = performance.getEntriesByType("navigation");
  try {
    const was = JSON.parse(sessionStorage.getItem(key) ?? "null");
    sessionStorage.removeItem(key);
    if (persisted || !was || (was.isLeft && visit?.type !== "back_forward")) return;
    for (const [id, values] of was.typed) restore(id, values);
  } catch {
    // The browser keeps nothing.
  }
});

function restore(id, values) {
  const box = document.getElementById(id);
  if (!box) return;
  const named = (name) => controls(box).filter((each) => each.name === name);
  const places = {};
  for (const [name, value, checked] of values) {
    const there = named(name);
    if (there.some(isChecked)) {
      const control = there.find((each) => each.value === value);
      if (control) control.checked = checked;
      continue;
    }
    const place = (places[name] = (places[name] ?? -1) + 1);
    if (place >= there.length) $("[data-another]", box)?.click();
    const control = named(name)[place];
    if (control) control.value = value;
  }
  box.touched = true;
  for (const each of controls(box)) each.touched = true;
  const details = box.closest("details");
  if (details) details.open = true;
}
