#pragma once
#include <libxml/xmlversion.h>
/* ICU's converters are not needed, and its headers conflict with those that come with Swift's Foundation. */
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
