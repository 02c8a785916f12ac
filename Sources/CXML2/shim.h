#pragma once
#include <libxml/xmlversion.h>
/* Converters of ICU are not ours to use, and its headers do not go together with those that Swift's Foundation
   brings along. */
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
