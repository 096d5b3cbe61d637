// Functions of glibc in the place of versions that are too new.
#ifndef CGLIBC_H
#define CGLIBC_H

__attribute__((visibility("hidden"))) float hypotf(float x, float y);

#endif
