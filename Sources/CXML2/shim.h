#pragma once
#include <libxml/xmlversion.h>
/* ICU's converters are not needed, and its headers conflict with those that come with Swift's Foundation. */
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

/* libxml2 2.15 deprecates what these functions use, and older releases have nothing else. A system header may use it. */

/* Returns whether a parser gave up. */
static inline int almanac_xml_is_stopped(xmlParserCtxtPtr context) { return context->disableSAX; }

/* Returns the character of an HTML entity, or 0 if there is none of that name. */
static inline unsigned int almanac_html_entity(const xmlChar *name) {
    const htmlEntityDesc *entity = htmlEntityLookup(name);
    return entity ? entity->value : 0;
}
