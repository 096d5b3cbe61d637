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

let waiting;
export function away(is) {
  $("#away").hidden = !is;
  clearTimeout(waiting);
  if (is) waiting = setTimeout(look, 2000);
}

// Asks whether the server answers. A page without a stream has no other way to notice it.
export async function look() {
  const icon = $("link[rel=icon]").href;
  const found = fetch(icon, { method: "HEAD", cache: "no-store" });
  const is = await found.then(() => true, () => false);
  away(!is);
  return is;
}

// A double click sends a form once. Other values of the same form wait until it is sent.
export function once(form, what, send) {
  if (form.sending === what) return Promise.resolve(false);
  form.sending = what;
  form.sent = Promise.resolve(form.sent)
    .then(send)
    .then((answer) => {
      const again = () => form.sending === what && (form.sending = null);
      if (answer?.to) addEventListener("pagehide", again, { once: true });
      else again();
      return answer;
    });
  return form.sent;
}
