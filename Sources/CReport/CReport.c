#include "CReport.h"

#include <string.h>

// #embed is a part of C23 that the compiler also takes in older dialects; it says so only when asked to be pedantic.
#pragma clang diagnostic ignored "-Wc23-extensions"

// A new script needs three lines here: its bytes, its row in the table, and its place in the order.

static const unsigned char page_html[] = {
#embed "Page/page.html"
};
static const unsigned char style_css[] = {
#embed "Page/style.css"
};
static const unsigned char dom_js[] = {
#embed "Page/dom.js"
};
static const unsigned char data_js[] = {
#embed "Page/data.js"
};
static const unsigned char regex_js[] = {
#embed "Page/regex.js"
};
static const unsigned char filter_fields_js[] = {
#embed "Page/filter-fields.js"
};
static const unsigned char filter_values_js[] = {
#embed "Page/filter-values.js"
};
static const unsigned char filter_js[] = {
#embed "Page/filter.js"
};
static const unsigned char words_js[] = {
#embed "Page/words.js"
};
static const unsigned char list_js[] = {
#embed "Page/list.js"
};
static const unsigned char detail_js[] = {
#embed "Page/detail.js"
};
static const unsigned char chat_js[] = {
#embed "Page/chat.js"
};
static const unsigned char ladder_js[] = {
#embed "Page/ladder.js"
};
static const unsigned char plots_js[] = {
#embed "Page/plots.js"
};
static const unsigned char findings_js[] = {
#embed "Page/findings.js"
};
static const unsigned char main_js[] = {
#embed "Page/main.js"
};

static const struct imwire_report_file files[] = {
    {"page.html", page_html, sizeof page_html},
    {"style.css", style_css, sizeof style_css},
    {"dom.js", dom_js, sizeof dom_js},
    {"data.js", data_js, sizeof data_js},
    {"regex.js", regex_js, sizeof regex_js},
    {"filter-fields.js", filter_fields_js, sizeof filter_fields_js},
    {"filter-values.js", filter_values_js, sizeof filter_values_js},
    {"filter.js", filter_js, sizeof filter_js},
    {"words.js", words_js, sizeof words_js},
    {"list.js", list_js, sizeof list_js},
    {"detail.js", detail_js, sizeof detail_js},
    {"chat.js", chat_js, sizeof chat_js},
    {"ladder.js", ladder_js, sizeof ladder_js},
    {"plots.js", plots_js, sizeof plots_js},
    {"findings.js", findings_js, sizeof findings_js},
    {"main.js", main_js, sizeof main_js},
};

static const char *const scripts[] = {
    "dom.js", "data.js", "regex.js", "filter-fields.js", "filter-values.js", "filter.js", "words.js", "list.js",
    "detail.js", "chat.js", "ladder.js", "plots.js", "findings.js", "main.js",
};

const struct imwire_report_file *imwire_report_file(const char *name) {
    for (size_t index = 0; index < sizeof files / sizeof files[0]; index++) {
        if (strcmp(files[index].name, name) == 0) return &files[index];
    }
    return NULL;
}

const char *const *imwire_report_scripts(void) { return scripts; }

size_t imwire_report_script_count(void) { return sizeof scripts / sizeof scripts[0]; }
