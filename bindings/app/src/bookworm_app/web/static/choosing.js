// Boxes that act when something is chosen, and the focus on the page that a choice leads to.

import "./facets.js";
import { $, $$ } from "./said.js";

// A key in a closed box chooses the next option. The choice counts when Enter is pressed or the box
// is left.
let key = "";
let waiting = null;

export function chosen(control) {
  if (key && key !== "Enter") waiting = control;
  else act(control);
}

function act(control) {
  waiting = null;
  if (key) keep(control);
  control.form.requestSubmit();
}

document.addEventListener("pointerdown", () => (key = ""), true);
document.addEventListener("keydown", (event) => {
  key = event.target.matches("select") ? event.key : "";
  if (key !== "Enter" || event.target !== waiting) return;
  event.preventDefault();
  act(waiting);
});
document.addEventListener("focusout", ({ target }) => target === waiting && act(target));

// A choice by keyboard leads to a page that has the focus at the same place.
document.addEventListener("click", ({ target, detail }) => {
  const link = target.closest("#facets .entries a");
  if (link && !detail) keep(link);
});

function keep(control) {
  const box = control.closest("details.facet");
  const within = box ? `#${box.id}` : control.closest(".menu") ? ".menu" : ".sort";
  try {
    sessionStorage.setItem("focus", JSON.stringify([within, nameOf(control)]));
  } catch {
    // The browser keeps nothing.
  }
}

const nameOf = (control) => $(".name", control)?.textContent;

try {
  const [within, name] = JSON.parse(sessionStorage.getItem("focus") ?? "[]");
  sessionStorage.removeItem("focus");
  const box = within && $(within);
  const links = box ? $$(".entries a", box).filter((each) => each.checkVisibility()) : [];
  const link = links.find((each) => nameOf(each) === name);
  (link ?? (box && $("select, summary", box)))?.focus();
} catch {
  // The browser keeps nothing.
}
