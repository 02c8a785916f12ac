/* The functions of libxml2 that almanac uses. The first call loads the library: with the ICU, on which it depends, it
   takes 1.8 MB and 2 ms, which are saved at the start, and altogether where no source is a document of XML. */

#include "CXML2.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <libxml/xmlversion.h>
/* ICU's converters are not needed, and its headers conflict with those that come with Swift's Foundation. */
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

/* The version is that of the headers: the layout of libxml2's structures depends on it. */
#if LIBXML_VERSION >= 21400
#define LIBRARY "libxml2.so.16"
#else
#define LIBRARY "libxml2.so.2"
#endif

/* libxml2 2.15 deprecates what these functions use, and older releases have nothing else. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

struct almanac_xml_parser {
    xmlParserCtxt context;
};

void *almanac_xml_load(void) {
    static _Atomic(void *) loaded;
    /* Two threads that call dlopen at the same time get the same handle. */
    if (!loaded) loaded = dlopen(LIBRARY, RTLD_LAZY);
    return loaded;
}

const char *almanac_xml_load_error(void) { return dlerror(); }

const char *almanac_xml_version(int loads) {
    void *library = loads ? almanac_xml_load() : dlopen(LIBRARY, RTLD_LAZY | RTLD_NOLOAD);
    const char *const *version = library ? dlsym(library, "xmlParserVersion") : NULL;
    return version ? *version : NULL;
}

static void *find(const char *name) {
    void *library = almanac_xml_load();
    void *found = library ? dlsym(library, name) : NULL;
    if (found) return found;
    fprintf(stderr, "%s\n", dlerror());
    abort();
}

/* Calls NAME of libxml2; the first call looks it up, and the pointer is atomic. */
#define CALL(name, ...)                                   \
    ({                                                    \
        static _Atomic(__typeof__(&name)) real;           \
        if (!real) real = (__typeof__(&name))find(#name); \
        real(__VA_ARGS__);                                \
    })

/* The parser counts the faults; they are not printed. */
static void ignore(void *data, const xmlError *error) {
    (void)data;
    (void)error;
}

/* Without the other callbacks, libxml2 builds no tree and knows no entity. */
static xmlSAXHandler handler(const struct almanac_xml_events *events) {
    return (xmlSAXHandler){
        .initialized = XML_SAX2_MAGIC,
        .startElementNs = events->start,
        .endElementNs = events->end,
        .characters = events->text,
        .cdataBlock = events->text,
        .ignorableWhitespace = events->text,
        .serror = (xmlStructuredErrorFunc)ignore,
    };
}

struct almanac_xml_parser *almanac_xml_parser_new(const struct almanac_xml_events *events, void *data) {
    if (!almanac_xml_load()) return NULL;
    xmlSAXHandler copied = handler(events);
    xmlParserCtxtPtr context = CALL(xmlCreatePushParserCtxt, &copied, data, NULL, 0, NULL);
    if (!context) return NULL;
    /* Without NOENT, a `&` in an attribute would arrive as a reference; entities are never declared. */
    CALL(xmlCtxtUseOptions, context, XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_IGNORE_ENC | XML_PARSE_NOENT);
    CALL(xmlSwitchEncoding, context, XML_CHAR_ENCODING_UTF8);
    return (struct almanac_xml_parser *)context;
}

void almanac_xml_parser_free(struct almanac_xml_parser *parser) {
    /* A document type with entities makes libxml2 build a document, which freeing the context does not free. */
    if (parser->context.myDoc) CALL(xmlFreeDoc, parser->context.myDoc);
    CALL(xmlFreeParserCtxt, &parser->context);
}

void almanac_xml_parser_read(struct almanac_xml_parser *parser, const char *bytes, int count, int is_last) {
    /* The result is not needed: the parser recovers from faults, and almanac_xml_parser_is_stopped says that it gave
       up. */
    CALL(xmlParseChunk, &parser->context, bytes, count, is_last);
}

void almanac_xml_parser_stop(struct almanac_xml_parser *parser) { CALL(xmlStopParser, &parser->context); }

int almanac_xml_parser_is_stopped(const struct almanac_xml_parser *parser) { return parser->context.disableSAX; }

int almanac_xml_parser_has_more(const struct almanac_xml_parser *parser) {
    return parser->context.errNo == XML_ERR_DOCUMENT_END;
}

int almanac_xml_parser_line(const struct almanac_xml_parser *parser) {
    return parser->context.input ? parser->context.input->line : 1;
}
