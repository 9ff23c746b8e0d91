#ifndef CREPORT_H
#define CREPORT_H

#include <stddef.h>

/// A file of the folder Page, from which the page of a report is made.
struct imwire_report_file {
    /// The file's name.
    const char *name;
    /// What is in it; no zero byte follows.
    const unsigned char *bytes;
    /// How many bytes there are.
    size_t count;
};

/// The file with a name; NULL when there is none.
const struct imwire_report_file *imwire_report_file(const char *name);

/// The names of the scripts in the order in which they are run; there are imwire_report_script_count() of them.
const char *const *imwire_report_scripts(void);

/// How many scripts there are.
size_t imwire_report_script_count(void);

#endif
