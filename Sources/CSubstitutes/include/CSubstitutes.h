// This file declares a function that replaces glibc's in the library.
#ifndef CSUBSTITUTES_H
#define CSUBSTITUTES_H

__attribute__((visibility("hidden"))) float hypotf(float x, float y);

#endif
