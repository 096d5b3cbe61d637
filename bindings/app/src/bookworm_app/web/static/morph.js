// Changing what is shown without taking away what has the focus, is typed, or is chosen.

export const parse = (html) => new DOMParser().parseFromString(html, "text/html");

export function fragment(html) {
  const made = document.createElement("template");
  made.innerHTML = html;
  return made.content.firstElementChild;
}

export function morph(old, fresh) {
  if (old.isEqualNode(fresh)) {
    // A click on a star changes no attribute. If the rating is undone before the page was read
    // again, or is refused, the star must go back all the same.
    for (const each of old.querySelectorAll?.(".stars input") ?? []) choose(each, each.defaultChecked);
    return;
  }
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
    old.replaceWith(fresh);
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  // What is open is the reader's choice.
  const isOwn = (name) => old.nodeName === "DETAILS" && name === "open";
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !isOwn(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value && !isOwn(name)) old.setAttribute(name, value);
  }
  // Its content comes later, in another answer.
  if ("later" in fresh.dataset) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(old.nodeName)) {
    settle(old, fresh);
    if (old.nodeName !== "SELECT") return;
  }
  children(old, [...fresh.childNodes]);
}

// Gives a control its new value. A radio button keeps its state if a person has chosen in its form.
// Any other control keeps its value if it has the focus, or if a person has changed it. Checkboxes
// are left alone.
function settle(old, fresh) {
  if (old.type === "radio") {
    if (!isChosen(old)) choose(old, fresh.hasAttribute("checked"));
  } else if (old.type !== "checkbox" && old !== document.activeElement && !old.touched) {
    old.value = fresh.value;
  }
}

// Whether a person has chosen, in a form that is sent by a button. Until then the choice stays.
function isChosen({ name, form }) {
  return form?.matches("[data-choices]") && [...form.elements[name]].some((each) => each.touched);
}

function choose(radio, is) {
  const { form } = radio;
  if (!form?.contains(document.activeElement) || !form.waiting) radio.checked = is;
}

export function children(old, fresh) {
  const known = new Map();
  for (const each of old.children) if (each.id) known.set(each.id, each);
  const kept = new Set(fresh.map((each) => each.id).filter(Boolean));
  let next = old.firstChild;
  for (const each of fresh) {
    while (next && (next.id ? !kept.has(next.id) : each.id && isSpace(next))) next = removed(next);
    const same = each.id ? known.get(each.id) : null;
    if (same) {
      if (same !== next) move(old, same, next);
      else next = next.nextSibling;
      morph(same, each);
    } else if (next && !each.id && !next.id && next.nodeName === each.nodeName) {
      const here = next;
      next = next.nextSibling;
      morph(here, each);
    } else {
      old.insertBefore(each, next);
    }
  }
  while (next) next = removed(next);
}

const isSpace = (node) => node.nodeType === Node.TEXT_NODE && !node.data.trim();

function move(parent, node, before) {
  // A moved node keeps the focus if the browser supports this.
  if (parent.moveBefore) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}

function removed(node) {
  const next = node.nextSibling;
  const focused = document.activeElement;
  const hadFocus = focused !== document.body && node.contains(focused);
  // After a book, the next one is current.
  const book = node.nextElementSibling ?? node.previousElementSibling;
  node.remove();
  if (!hadFocus) return next;
  if (book?.matches(".book")) book.focus({ preventScroll: true });
  else document.getElementById("main").focus({ preventScroll: true });
  return next;
}
