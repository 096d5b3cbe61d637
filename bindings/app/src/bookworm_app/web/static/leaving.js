// Links and forms that lead to another page. If the server does not answer, the page stays and says
// so; otherwise the browser's own error would take its place.

import { $, look } from "./said.js";
import { leave } from "./typed.js";

export async function go(address) {
  if (!(await look())) return;
  leave();
  location.assign(address);
}

const isHere = (to) =>
  to.hash && to.pathname === location.pathname && to.search === location.search;

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
  // Another tab or window is the browser's business.
  if (!link || event.defaultPrevented || button || ctrlKey || metaKey || shiftKey || altKey) return;
  // The links of charts are of SVG, whose href is not a text.
  const to = new URL(link.getAttribute("href"), location.href);
  if (to.origin !== location.origin || isHere(to)) return;
  event.preventDefault();
  go(to.href);
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[method=get], #drop")) return;
  event.preventDefault();
  if (await look()) {
    leave();
    form.submit();
  } else if ($("[data-submit]", form)) {
    // Lets the box show the order that the list still has.
    form.reset();
  }
});
