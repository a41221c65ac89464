#pragma once
#include <zlib.h>

/// deflateInit2 is a macro that Swift does not read. Best compression, the gzip form, no name and no time.
static inline int homing_gzip_begin(z_stream *stream) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}
