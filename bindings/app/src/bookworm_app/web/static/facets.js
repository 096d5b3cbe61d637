// The facets beside the list: in a large library each group is counted when it is open, and all of
// them again after a change, the first at once and others now and then.

import { children, parse } from "./morph.js";
import { $$ } from "./said.js";

const EVERY = 5000;
const kept = remembered();

// A browser may keep nothing for any page.
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
    // Then it is kept until the page is left.
  }
}

async function fill(facet) {
  const address = facet.dataset.from;
  facet.has = address;
  try {
    const answer = await fetch(address, { headers: { "Bookworm-Again": "1" } });
    const fresh = parse(await answer.text()).querySelector("#facet");
    // Another line was typed meanwhile.
    if (!fresh || facet.dataset.from !== address) return;
    children(facet, [facet.querySelector("summary").cloneNode(true), ...fresh.children]);
  } catch {
    facet.has = "";
  }
}

export function load() {
  for (const facet of $$(".facet[data-later]")) {
    if (facet.open && facet.has !== facet.dataset.from) fill(facet);
  }
}

let last = 0;
let waits = false;
export function stale() {
  if (waits || !document.querySelector(".facet[data-from]")) return;
  waits = true;
  setTimeout(() => {
    waits = false;
    last = Date.now();
    for (const facet of $$(".facet[data-from]")) {
      if (facet.open) fill(facet);
      else facet.has = "";
    }
  }, Math.max(0, last + EVERY - Date.now()));
}

// What a reader has opened and closed stays so.
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
