#pragma once
#include <libxml/parser.h>
#include <libxml/HTMLparser.h>
