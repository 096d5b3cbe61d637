// Everything by keyboard, and selecting several books at once. The keys are listed under "?".

import { go } from "./leaving.js";
import { $, $$ } from "./said.js";

const isTyping = (target) =>
  target.isContentEditable ||
  (/^(INPUT|TEXTAREA|SELECT)$/.test(target.nodeName) && !/^(radio|checkbox)$/.test(target.type));

// The book that has the focus, in a list or as the page.
const current = () => document.activeElement.closest("[data-book]") ?? $("article[data-book]");

function walk(step) {
  const rows = $$(".book");
  const here = rows.indexOf(document.activeElement.closest(".book"));
  const next = rows[here < 0 ? (step > 0 ? 0 : rows.length - 1) : here + step];
  if (next) {
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  } else if (here >= 0) {
    $(`.paging a[rel=${step > 0 ? "next" : "prev"}]`)?.click();
  }
}

function rate(rating) {
  if ($(".pick input:checked")) {
    $("#bulk [name=rating]").value = rating;
    $("#bulk").requestSubmit($("#bulk button[value=rating]"));
    return;
  }
  const radio = current() && $(`form.stars input[value="${rating}"]:enabled`, current());
  if (!radio || radio.checked) return;
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}

function select(shiftKey) {
  const box = current() && $(".pick input", current());
  box?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
}

function post(path) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = path;
  form.dataset.quiet = "";
  document.body.append(form);
  form.requestSubmit();
  form.remove();
}

const keys = {
  "/": () => $("#q").focus(),
  "?": () => $("#keys").showModal(),
  j: () => walk(1),
  k: () => walk(-1),
  o: () => current() && $("a.title", current())?.click(),
  f: () => current() && $(".heart button", current())?.click(),
  x: () => select(false),
  X: () => select(true),
  b: () => $(".pick input:checked") && $("#bulk select").focus(),
  e: () => {
    const book = current()?.dataset.book;
    if (book) go(`/books/${book}/edit`);
  },
  n: () => $('.top a[href="/books/new"]')?.click(),
};

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.isComposing || event.altKey || isTyping(target) || $("dialog[open]")) return;
  if (event.ctrlKey || event.metaKey) {
    if (key.toLowerCase() !== "z") return;
    event.preventDefault();
    post(event.shiftKey ? "/redo" : "/undo");
    return;
  }
  if (/^[0-5]$/.test(key)) {
    event.preventDefault();
    rate(key);
  } else if (key === "Enter" && target.matches(".book")) {
    keys.o();
  } else if (Object.hasOwn(keys, key)) {
    event.preventDefault();
    keys[key]();
  }
});

// Selecting: with Shift all books between the last one and this one.
let last = null;
document.addEventListener("click", (event) => {
  const box = event.target.closest(".pick input");
  if (!box) return;
  const boxes = $$(".pick input");
  const [from, to] = [boxes.indexOf(last), boxes.indexOf(box)].sort((a, b) => a - b);
  if (event.shiftKey && from >= 0) {
    for (const each of boxes.slice(from, to + 1)) each.checked = box.checked;
  }
  last = box;
  count();
});

export function count() {
  const shown = $("#selected");
  const chosen = $$(".pick input:checked").length;
  if (shown) shown.textContent = shown.dataset.text.replace("{n}", chosen);
  // The current book must not be behind the bar.
  const bar = $("#bulk")?.offsetHeight;
  document.documentElement.style.scrollPaddingBottom = bar ? `${bar + 24}px` : "";
}

// Without selected books the bar of actions disappears. By keyboard, the first of them is current
// then.
export function leaveBar() {
  if ($("#bulk :focus-visible")) $(".book:has(.pick :checked)")?.focus();
}

export function deselect() {
  leaveBar();
  for (const each of $$(".pick input, #bulk [name=all]")) each.checked = false;
  count();
}

document.addEventListener("click", ({ target }) => {
  if (target.id === "deselect") deselect();
});
for (const button of $$("[data-keys]")) {
  button.addEventListener("click", () => $("#keys").showModal());
}

// Escape and a click outside close the menu and the form for a shelf.
const folds = () => $$(".menu[open], .save[open]");
document.addEventListener("keydown", ({ key, target }) => {
  if (key !== "Escape") return;
  for (const each of folds()) {
    each.open = false;
    if (each.contains(target)) $("summary", each).focus();
  }
});
document.addEventListener("click", ({ target }) => {
  for (const each of folds()) if (!each.contains(target)) each.open = false;
});

// The buttons next to a number.
document.addEventListener("click", ({ target }) => {
  const step = Number(target.closest("[data-step]")?.dataset.step ?? 0);
  if (step) $("input", target.closest(".stepper")).stepUp(step);
});

// A file that is dropped on the page that asks for one, or on the list of books, begins an import.
const drop = $("#drop");
if (drop) {
  const has = (event) => event.dataTransfer.types.includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!has(event)) return;
    event.preventDefault();
    drop.classList.add("over");
  });
  document.addEventListener("dragleave", ({ relatedTarget }) => {
    if (!relatedTarget) drop.classList.remove("over");
  });
  document.addEventListener("drop", (event) => {
    if (!has(event)) return;
    event.preventDefault();
    $("input[type=file]", drop).files = event.dataTransfer.files;
    drop.requestSubmit();
  });
}
