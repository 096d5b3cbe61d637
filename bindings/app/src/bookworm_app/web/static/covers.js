// A picture that is dropped or pasted becomes the cover of the book of the page.

import { $ } from "./said.js";

const box = () => $("input[data-cover]");

function take(files, event) {
  const picture = [...files].find((file) => file.type.startsWith("image/"));
  const input = box();
  if (!picture || !input) return;
  event.preventDefault();
  const carried = new DataTransfer();
  carried.items.add(picture);
  input.files = carried.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  input.scrollIntoView({ block: "nearest" });
}

document.addEventListener("paste", (event) => take(event.clipboardData.files, event));
document.addEventListener("dragover", (event) => {
  if (box() && event.dataTransfer.types.includes("Files")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  if (box() && event.dataTransfer.files.length) event.preventDefault();
  take(event.dataTransfer.files, event);
});
