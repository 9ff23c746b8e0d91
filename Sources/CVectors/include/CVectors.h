#ifndef CVECTORS_H
#define CVECTORS_H

#include <stddef.h>

/// The files of golden vectors, one JSON text a group, as they stand in the folder Vectors.
struct imwire_vector_file {
    /// The file's name without its extension: the name of the group.
    const char *name;
    /// The JSON text; no zero byte follows it.
    const unsigned char *bytes;
    /// How many bytes there are.
    size_t count;
};

/// All files, sorted by name; there are imwire_vector_file_count() of them.
const struct imwire_vector_file *imwire_vector_files(void);

/// How many files there are.
size_t imwire_vector_file_count(void);

#endif
