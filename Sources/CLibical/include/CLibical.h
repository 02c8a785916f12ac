#pragma once
#include <libical/ical.h>

/* Loads libical if necessary; returns 0 on failure. The other functions must not be called before it succeeded. */
int almanac_ical_load(void);

/* Functions of libical: each has libical's name after `almanac_`. */
icalcomponent *almanac_icalparser_parse_string(const char *text);
icalcomponent *almanac_icalcomponent_get_first_component(icalcomponent *component, icalcomponent_kind kind);
icalcomponent *almanac_icalcomponent_get_next_component(icalcomponent *component, icalcomponent_kind kind);
icalcomponent_kind almanac_icalcomponent_isa(const icalcomponent *component);
icalproperty *almanac_icalcomponent_get_first_property(icalcomponent *component, icalproperty_kind kind);
icalproperty *almanac_icalcomponent_get_next_property(icalcomponent *component, icalproperty_kind kind);
void almanac_icalcomponent_free(icalcomponent *component);
icalproperty_kind almanac_icalproperty_isa(icalproperty *property);
const char *almanac_icalproperty_get_x_name(icalproperty *property);
const char *almanac_icalproperty_get_value_as_string(icalproperty *property);
const char *almanac_icalproperty_get_parameter_as_string(icalproperty *property, const char *name);
int almanac_icalrecur_iterator_set_start(icalrecur_iterator *iterator, struct icaltimetype start);
struct icaltimetype almanac_icalrecur_iterator_next(icalrecur_iterator *iterator);
void almanac_icalrecur_iterator_free(icalrecur_iterator *iterator);
void almanac_icalmemory_free_ring(void);

/* What a recurrence rule says about its extent. */
struct almanac_ical_rule {
    /* An icalrecurrencetype_frequency. */
    int frequency;
    int interval;
    /* The number of occurrences; 0 if it is not limited. */
    int count;
};

/* Reads a rule, see icalrecurrencetype_from_string. Returns 0 if it is none. */
int almanac_ical_read_rule(const char *text, struct almanac_ical_rule *rule);

/* Returns an iterator over the occurrences of a rule, see icalrecur_iterator_new; NULL if there can be none. `until`
   replaces the end that the rule states, unless it is the null time. */
icalrecur_iterator *almanac_ical_iterate(const char *text, struct icaltimetype start, struct icaltimetype until);
