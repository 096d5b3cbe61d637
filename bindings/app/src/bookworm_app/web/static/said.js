// What is said on a page: the toast, the status line, and that the server is away.

import { fragment } from "./morph.js";

export const words = JSON.parse(document.body.dataset.words);
export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
export const status = $("#status");

export function say(text, undo = null, wrong = false) {
  const toast = $("#toast");
  toast.classList.toggle("wrong", wrong);
  const said = document.createElement("span");
  said.textContent = text;
  toast.replaceChildren(...(text ? [said] : []));
  if (undo) {
    const form = fragment(
      '<form method="post" action="/undo" data-quiet>' +
        '<input type="hidden" name="step"><button></button></form>',
    );
    $("input", form).value = undo;
    $("button", form).textContent = words.undo;
    toast.append(form);
  }
  fade();
}

let fading;
export function fade() {
  clearTimeout(fading);
  const toast = $("#toast");
  fading = setTimeout(() => {
    if (toast.matches(":hover, :focus-within")) fade();
    else toast.replaceChildren();
  }, 12000);
}

export const away = (is) => ($("#away").hidden = !is);
