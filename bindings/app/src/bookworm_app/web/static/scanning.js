// Scans the bar code of a book with the camera, or reads it from a photo. Only in browsers that
// read bar codes themselves.

import { $, $$ } from "./said.js";

const FORMAT = "ean_13";
const dialog = () => $("#scanner");

async function offer() {
  if (!("BarcodeDetector" in window) || !navigator.mediaDevices) return;
  const formats = await BarcodeDetector.getSupportedFormats();
  if (formats.includes(FORMAT)) document.documentElement.classList.add("scans");
}

// Puts the ISBN of a picture into the form, which then checks it.
async function take(picture) {
  const found = await new BarcodeDetector({ formats: [FORMAT] }).detect(picture);
  const isbn = found.map((each) => each.rawValue).find((each) => /^97[89]/.test(each));
  if (!isbn || !dialog().open) return;
  dialog().close();
  const box = $("#f-isbn");
  box.value = isbn;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  box.focus();
  $("#f-title").focus();
}

async function watch() {
  const video = $("video", dialog());
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    video.srcObject = stream;
    await video.play();
    while (dialog().open) {
      await take(video);
      await new Promise(requestAnimationFrame);
    }
  } catch {
    // Without a camera, a photo can still be chosen.
    $("video", dialog()).hidden = true;
    $(".error", dialog()).hidden = false;
  }
  for (const track of stream?.getTracks() ?? []) track.stop();
  video.srcObject = null;
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-scan]")) return;
  $("video", dialog()).hidden = false;
  for (const each of $$(".error", dialog())) each.hidden = true;
  dialog().showModal();
  watch();
});

document.addEventListener("change", async ({ target }) => {
  if (!target.matches("#scanner input")) return;
  try {
    await take(await createImageBitmap(target.files[0]));
  } catch {
    // It is not a picture.
  }
  $(".none", dialog()).hidden = !dialog().open;
  target.value = "";
});

offer();
