#pragma once

/* Loads libxml2 if necessary; NULL if it cannot be loaded. Any thread may call it, see dlopen(3). */
void *almanac_xml_load(void);

/* Returns why almanac_xml_load just returned NULL in this thread, in the words of dlerror(3). */
const char *almanac_xml_load_error(void);

/* Returns the version of libxml2 as the library states it, such as `20914`; NULL if it is not in use and
   `loads` is 0, or cannot be loaded. */
const char *almanac_xml_version(int loads);

/* The receivers of the events of a document, with the types of libxml2's xmlSAXHandler; the texts are UTF-8. */
struct almanac_xml_events {
    void (*start)(void *data, const unsigned char *local, const unsigned char *prefix, const unsigned char *space,
                  int declared, const unsigned char **spaces, int count, int defaulted, const unsigned char **attributes);
    void (*end)(void *data, const unsigned char *local, const unsigned char *prefix, const unsigned char *space);
    void (*text)(void *data, const unsigned char *start, int count);
};

/* A push parser of libxml2: no network, no entities, recovering from faults. */
struct almanac_xml_parser;

/* Returns a parser of UTF-8; NULL if there is no memory or no library. The events are copied. */
struct almanac_xml_parser *almanac_xml_parser_new(const struct almanac_xml_events *events, void *data);
void almanac_xml_parser_free(struct almanac_xml_parser *parser);

/* Parses the next bytes of the document. */
void almanac_xml_parser_read(struct almanac_xml_parser *parser, const char *bytes, int count, int is_last);

/* Makes the parser give up. */
void almanac_xml_parser_stop(struct almanac_xml_parser *parser);

/* Returns whether the parser gave up. */
int almanac_xml_parser_is_stopped(const struct almanac_xml_parser *parser);

/* Returns whether, in a document whose first element has ended, more than blanks and comments follow it, or, in any other
   document, whether its end is missing. */
int almanac_xml_parser_has_more(const struct almanac_xml_parser *parser);

/* Returns the number of the line that the parser has reached, from 1. */
int almanac_xml_parser_line(const struct almanac_xml_parser *parser);
