// What the Glibc module of the toolchain leaves out. No _GNU_SOURCE here: it clashes with that module.
#pragma once
#include <stdint.h>
