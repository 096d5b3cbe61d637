// A function that stands in the library in the place of glibc's.
#ifndef CSUBSTITUTES_H
#define CSUBSTITUTES_H

__attribute__((visibility("hidden"))) float hypotf(float x, float y);

#endif
