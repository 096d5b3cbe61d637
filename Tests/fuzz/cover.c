// This target sets the input as a cover: it is refused, or stored unchanged and described by its
// header.
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static bw_store *store;
  static uint8_t copy[1 << 16];
  if (!store) store = open_preview();
  bw_cover cover;
  BW_INIT(cover);
  if (!MAY(bw_book_set_cover(store, 1, data, (int64_t)size, &error))) return 0;
  MUST(bw_book_get_cover(store, 1, &cover, &error));
  if (cover.length != (int64_t)size) FAIL("%zu bytes became others", size);
  if (cover.width < 1 || cover.width > 16384 || cover.height < 1 || cover.height > 16384) {
    FAIL("a picture of %d by %d", cover.width, cover.height);
  }
  look_at_text(cover.media_type);
  int64_t read;
  MUST(bw_book_get_cover_bytes(store, 1, &cover, 0, copy, sizeof(copy), &read, &error));
  if (read != (int64_t)size || memcmp(copy, data, size) != 0) FAIL("other bytes were read");
  return 0;
}
