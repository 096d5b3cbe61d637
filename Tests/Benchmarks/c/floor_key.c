// This file replaces the library's sort key: it folds ASCII's case and the accents of Latin
// letters.
#include "equal_floor.h"

/* For U+00C0 to U+017F. A digit is the number of a pair below; '.' is for what is no letter. */
static const char folded[] = "aaaaaa1ceeeeiiiidnooooo.ouuuuyt2aaaaaa1ceeeeiiiidnooooo.ouuuuyty"
                             "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii33jjkkklllllll"
                             "lllnnnnnnnnnoooooo44rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

int floor_key(text name, uint8_t *key) {
  static const char *const pairs[] = {"ae", "ss", "ij", "oe"};
  int out = 0;
  for (int64_t i = 0; i < name.length; i++) {
    uint8_t c = (uint8_t)name.data[i];
    if (c < 0x80) {
      key[out++] = c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c;
      continue;
    }
    if (i + 1 < name.length && c >= 0xC3 && c <= 0xC5) {
      int point = (c & 0x1F) << 6 | (name.data[i + 1] & 0x3F);
      char base = folded[point - 0xC0];
      if (base >= '1' && base <= '4') {
        key[out++] = (uint8_t)pairs[base - '1'][0];
        base = pairs[base - '1'][1];
      }
      key[out++] = (uint8_t)base;
      i++;
      continue;
    }
    key[out++] = c;
  }
  return out;
}
