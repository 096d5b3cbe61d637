// This file compiles the C++ library's strings into this library. The functions in libstdc++.so
// call the operator new of that library. So Swift's runtime, which uses strings for the names in a
// tuple, would bypass the reserve and end the process. Only the functions that the runtime uses are
// linked.
#ifdef RESERVE_IS_LINKED
#include <string>

template class std::basic_string<char>;
#endif
