#include <zlib.h>

// The macros of zlib.h that start a stream cannot be imported; these say the same.
static inline int imwire_inflate_start(z_streamp stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}

static inline int imwire_deflate_start(z_streamp stream, int level, int window_bits) {
    return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}
