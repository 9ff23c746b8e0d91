#include <zlib.h>

// The macros of zlib.h that start a stream can not be imported; these say the same.
static inline int imwire_inflate_start(z_streamp stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}
