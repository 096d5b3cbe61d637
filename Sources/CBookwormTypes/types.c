// The types are all in the header; a C target needs one source file.
#include "bookworm_types.h"
