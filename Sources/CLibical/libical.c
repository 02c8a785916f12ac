/* Stubs that find the functions of libical at run time, so that only the process that reads calendars loads the
   library and the ICU, on which it depends. */

#include "CLibical.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void *library;

int almanac_ical_load(void) {
    /* The version is that of the headers: the sizes of libical's structures depend on it. */
    if (!library) library = dlopen("libical.so.3", RTLD_NOW);
    return library != NULL;
}

static void *find(const char *name) {
    void *found = library ? dlsym(library, name) : NULL;
    if (found) return found;
    fprintf(stderr, "almanacd: libical has no %s: %s\n", name, dlerror());
    abort();
}

/* Defines `almanac_NAME`, which calls NAME of libical. */
#define FUNCTION(result, name, parameters, arguments)        \
    result almanac_##name parameters {                       \
        static result(*real) parameters;                     \
        if (!real) real = (result(*) parameters)find(#name); \
        return real arguments;                               \
    }

FUNCTION(icalcomponent *, icalparser_parse_string, (const char *text), (text))
FUNCTION(icalcomponent *, icalcomponent_get_first_component, (icalcomponent *of, icalcomponent_kind kind), (of, kind))
FUNCTION(icalcomponent *, icalcomponent_get_next_component, (icalcomponent *of, icalcomponent_kind kind), (of, kind))
FUNCTION(icalcomponent_kind, icalcomponent_isa, (const icalcomponent *of), (of))
FUNCTION(icalproperty *, icalcomponent_get_first_property, (icalcomponent *of, icalproperty_kind kind), (of, kind))
FUNCTION(icalproperty *, icalcomponent_get_next_property, (icalcomponent *of, icalproperty_kind kind), (of, kind))
FUNCTION(void, icalcomponent_free, (icalcomponent *component), (component))
FUNCTION(icalproperty_kind, icalproperty_isa, (icalproperty *property), (property))
FUNCTION(const char *, icalproperty_get_x_name, (icalproperty *property), (property))
FUNCTION(const char *, icalproperty_get_value_as_string, (icalproperty *property), (property))
FUNCTION(const char *, icalproperty_get_parameter_as_string, (icalproperty *property, const char *name),
         (property, name))
FUNCTION(int, icalrecur_iterator_set_start, (icalrecur_iterator *of, struct icaltimetype start), (of, start))
FUNCTION(struct icaltimetype, icalrecur_iterator_next, (icalrecur_iterator *of), (of))
FUNCTION(void, icalrecur_iterator_free, (icalrecur_iterator *of), (of))
FUNCTION(void, icalmemory_free_ring, (void), ())

/* The structure of a rule has 3 KB of arrays, which Swift would copy member by member. */
typedef struct icalrecurrencetype rule_type;

static rule_type parse(const char *text) {
    static rule_type (*real)(const char *text);
    if (!real) real = (rule_type(*)(const char *))find("icalrecurrencetype_from_string");
    return real(text);
}

int almanac_ical_read_rule(const char *text, struct almanac_ical_rule *rule) {
    rule_type parsed = parse(text);
    free(parsed.rscale);
    rule->frequency = parsed.freq;
    rule->interval = parsed.interval;
    rule->count = parsed.count;
    return parsed.freq != ICAL_NO_RECURRENCE;
}

icalrecur_iterator *almanac_ical_iterate(const char *text, struct icaltimetype start, struct icaltimetype until) {
    static icalrecur_iterator *(*real)(rule_type rule, struct icaltimetype start);
    if (!real) real = (icalrecur_iterator * (*)(rule_type, struct icaltimetype)) find("icalrecur_iterator_new");
    rule_type rule = parse(text);
    if (rule.freq == ICAL_NO_RECURRENCE) return NULL;
    if (until.year != 0) rule.until = until;
    return real(rule, start);
}
