// The form of a book: fields are checked when they are left, no input is lost, and changes that
// others make meanwhile are shown next to it.

import { fragment, parse } from "./morph.js";
import { $, $$, away, once, say, words } from "./said.js";

// The form of a book: what was typed stays when it is refused, or the server does not answer.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-check]")) return;
  event.preventDefault();
  once(form, "whole", () => save(form));
});

async function save(form) {
  const headers = { Accept: "application/json" };
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers });
    away(false);
    if (answer.headers.get("Content-Type")?.startsWith("application/json")) {
      const told = await answer.json();
      form.saved = Boolean(told.to);
      if (told.to) location.assign(told.to);
      else say(told.error, null, true);
      return told;
    }
    const { files } = form.elements.cover;
    const touched = $$(".field", form).filter((box) => box.touched);
    $("#main").replaceChildren(...$("#main", parse(await answer.text())).childNodes);
    const again = $("#form")?.elements.cover;
    if (again) again.files = files;
    for (const { id } of touched) {
      const box = document.getElementById(id);
      if (box) box.touched = true;
    }
    showRefused();
  } catch {
    away(true);
  }
  return null;
}

// Shows the first field that was refused, with its message, and gives it the focus.
function showRefused() {
  const message = $(".error:not([hidden]), .torn", $("#main"));
  const field = message?.closest(".field");
  const named = "[name]:not([type=hidden])";
  const control = field && ($("[aria-invalid], .torn input", field) ?? $(named, field));
  (control ?? $("#main")).focus();
  message?.scrollIntoView({ block: field ? "center" : "nearest" });
}

// Shows in an open form what was changed elsewhere. A field that nobody has touched gets the new
// value. In any other field, the new value is shown next to the typed one.
export function meanwhile(main, fresh) {
  for (const had of $$("input[type=hidden][name^=had-]", fresh)) {
    const mine = $(`input[name="${had.name}"]`, main);
    if (!mine || mine.value === had.value) continue;
    const name = had.name.slice(4);
    const box = $(`#field-${name}`, main);
    const theirs = $(`#field-${name}`, fresh);
    if (box.touched) beside(box, theirs, name, had.value);
    else box.replaceWith(theirs);
  }
}

function beside(box, theirs, name, mark) {
  $(".torn", box)?.remove();
  const torn = fragment(
    '<fieldset class="torn" role="status"><legend></legend><pre dir="auto"></pre>' +
      '<button type="button" class="mine"></button> ' +
      '<button type="button" class="theirs"></button></fieldset>',
  );
  $("legend", torn).textContent = words.elsewhere;
  const typed = "textarea, select, input:not([type=hidden], [type=radio], [type=checkbox])";
  const control = $(typed, theirs);
  const picked = $$("label:has(input[checked])", theirs).map((each) => each.textContent.trim());
  const people = $$("[name=person]", theirs).map((each) => each.value).filter(Boolean);
  const many = [...picked, ...people].join(", ");
  $("pre", torn).textContent = many || name === "genres" ? many : control?.value ?? "";
  $(".mine", torn).textContent = words.mine;
  $(".theirs", torn).textContent = words.theirs;
  $(".mine", torn).onclick = () => {
    $(`input[name="had-${name}"]`, box).value = mark;
    torn.remove();
  };
  $(".theirs", torn).onclick = () => box.replaceWith(theirs);
  box.append(torn);
}

document.addEventListener("click", ({ target }) => {
  if (!target.matches("[data-another]")) return;
  const row = $$(".person", target.form).at(-1);
  const another = row.cloneNode(true);
  for (const input of $$("input", another)) input.value = "";
  row.after(another);
  $("input", another).focus();
});

document.addEventListener("input", ({ target }) => {
  target.touched = true;
  const box = target.closest(".field");
  if (box) box.touched = true;
});

// Choosing a colour also ticks the box that says to use it.
document.addEventListener("input", ({ target }) => {
  if (target.matches(".colour [type=color]")) $("[type=checkbox]", target.parentElement).checked = true;
});

// In a form the whole rating and the exact one follow each other, as in the library.
document.addEventListener("change", ({ target }) => {
  const form = target.form;
  const exact = form?.matches("[data-check]") && form.elements.exact_rating;
  if (!exact) return;
  const { whole } = exact.selectedOptions[0].dataset;
  if (target === exact && whole) form.elements.rating.value = whole;
  else if (target.name === "rating" && whole && whole !== target.value) exact.value = "";
});

// The status of a new book follows its dates, until somebody chooses it.
document.addEventListener("input", ({ target }) => {
  const { status, status_follows: follows } = target.form?.elements ?? {};
  if (follows && target === status) follows.value = "";
});

// The outcome and the end of a reading follow each other: an open reading has no end.
document.addEventListener("input", ({ target }) => {
  const { outcome, started, finished } = target.form?.elements ?? {};
  if (!outcome || !finished) return;
  if (target === outcome && outcome.value === "open") finished.value = "";
  if (target !== finished || !finished.value) return;
  if (outcome.value === "open") outcome.value = "completed";
  // The form's own start, which is today, gives way to an earlier end.
  if (started.value === started.defaultValue && started.value > finished.value) started.value = "";
});

// ---- Fields are checked when they are left, by the library.

// The press that leaves a field must be released where it began: an error that appeared between
// press and release would move the page, and the click would be lost.
let released = null;
let release = () => {};
addEventListener("pointerdown", () => (released = new Promise((done) => (release = done))), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(release), true);

document.addEventListener("focusout", async ({ target }) => {
  const form = target.form;
  if (!form?.matches("[data-check]") || !target.closest(".field")?.touched) return;
  // Only one check runs at a time. If fields are left during a check, another one follows.
  form.unchecked = true;
  if (form.checking) return;
  form.checking = true;
  while (form.unchecked) {
    form.unchecked = false;
    await check(form);
  }
  form.checking = false;
});

async function check(form) {
  try {
    const body = new FormData(form);
    body.delete("cover");
    const answer = await fetch("/books/check", { method: "POST", body });
    const { wrong, there, status } = await answer.json();
    await released;
    const { status: shown, status_follows: follows } = form.elements;
    if (follows?.value) shown.value = follows.value = status;
    const now = new FormData(form);
    const isStale = (box) =>
      $$("[name]", box).some(({ name }) => String(now.getAll(name)) !== String(body.getAll(name)));
    const found = $("#there");
    if (found) {
      found.hidden = !there;
      $("a", found).textContent = there?.title ?? "";
      $("a", found).href = there?.to ?? "";
    }
    for (const box of $$(".field", form)) {
      const name = box.id.slice(6);
      const error = $(".error", box);
      if (!box.touched || !error || isStale(box)) continue;
      error.textContent = wrong[name] ?? "";
      error.hidden = !wrong[name];
      const control = $(`[name="${name}"]`, box);
      if (wrong[name]) control?.setAttribute("aria-invalid", "true");
      else control?.removeAttribute("aria-invalid");
    }
  } catch {
    away(true);
  }
}

// A scanner of bar codes types an ISBN and Enter, which is not the end of the form.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("#f-isbn")) return;
  event.preventDefault();
  $("#f-title").focus();
});
