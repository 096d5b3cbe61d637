// The C++ library's texts, as code of this library: what libstdc++.so has of them asks its own
// operator new, so that Swift's runtime, which makes them of the names in a tuple, would go without
// the reserve and end the process. Only what the runtime uses of them is linked.
#ifdef RESERVE_IS_LINKED
#include <string>

template class std::basic_string<char>;
#endif
