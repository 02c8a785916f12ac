#include "transport.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* curl_easy_setopt(3), see there for the options. */

static CURLcode set_number(struct transport_options *options, CURLoption option, long value) {
    switch (option) {
    case CURLOPT_TIMEOUT_MS: options->timeout = value; break;
    case CURLOPT_CONNECTTIMEOUT_MS: options->connecting = value; break;
    case CURLOPT_LOW_SPEED_LIMIT: options->slow_limit = value; break;
    case CURLOPT_LOW_SPEED_TIME: options->slow_time = value; break;
    case CURLOPT_CONNECT_ONLY: options->is_stream = value != 0; break;
    case CURLOPT_MAXFILESIZE: options->largest = value; break;
    /* Each transfer has a connection of its own; nothing is encrypted, and names are not looked up. */
    case CURLOPT_FRESH_CONNECT:
    case CURLOPT_MAXAGE_CONN:
    case CURLOPT_DNS_CACHE_TIMEOUT:
    case CURLOPT_TCP_KEEPALIVE:
    case CURLOPT_HTTP_VERSION:
    case CURLOPT_PIPEWAIT:
    case CURLOPT_SSLVERSION:
    case CURLOPT_SSL_ENABLE_ALPN:
    case CURLOPT_HTTPPROXYTUNNEL:
    case CURLOPT_NOSIGNAL:
    case CURLOPT_QUICK_EXIT:
    case CURLOPT_SUPPRESS_CONNECT_HEADERS: break;
    default: transport_fail("the number option %d is not simulated", option);
    }
    bool is_limited = option == CURLOPT_TIMEOUT_MS || option == CURLOPT_CONNECTTIMEOUT_MS;
    return value < 0 || (is_limited && value > INT32_MAX) ? CURLE_BAD_FUNCTION_ARGUMENT : CURLE_OK;
}

static void copy(char **place, const char *text) {
    free(*place);
    *place = text ? strdup(text) : NULL;
}

static void set_pointer(struct transport_options *options, CURLoption option, void *value) {
    switch (option) {
    case CURLOPT_URL: copy(&options->url, value); break;
    case CURLOPT_USERAGENT: copy(&options->agent, value); break;
    case CURLOPT_PROXY: copy(&options->proxy, value); break;
    case CURLOPT_PROTOCOLS_STR: copy(&options->protocols, value); break;
    case CURLOPT_ERRORBUFFER: options->error = value; break;
    case CURLOPT_HTTPHEADER: options->headers = value; break;
    case CURLOPT_RESOLVE: options->resolve = value; break;
    case CURLOPT_HEADERDATA: options->head_data = value; break;
    case CURLOPT_WRITEDATA: options->body_data = value; break;
    case CURLOPT_OPENSOCKETDATA: options->open_data = value; break;
    case CURLOPT_PREREQDATA: options->ask_data = value; break;
    case CURLOPT_NOPROXY:
        if (value && *(const char *)value) transport_fail("hosts without a proxy are not simulated");
        break;
    case CURLOPT_CAINFO:
    case CURLOPT_CAPATH: break;
    default: transport_fail("the option %d is not simulated", option);
    }
}

static void set_function(struct transport_options *options, CURLoption option, void *value) {
    switch (option) {
    case CURLOPT_HEADERFUNCTION: options->take_head = (curl_write_callback)value; break;
    case CURLOPT_WRITEFUNCTION: options->take_body = (curl_write_callback)value; break;
    case CURLOPT_OPENSOCKETFUNCTION: options->open = (curl_opensocket_callback)value; break;
    case CURLOPT_PREREQFUNCTION: options->ask = (curl_prereq_callback)value; break;
    default: transport_fail("the function option %d is not simulated", option);
    }
}

CURLcode transport_easy_setopt(CURL *handle, CURLoption option, ...) {
    struct transport_options *options = &((struct transport_easy *)handle)->options;
    CURLcode code = CURLE_OK;
    va_list arguments;
    va_start(arguments, option);
    if (option < CURLOPTTYPE_OBJECTPOINT) code = set_number(options, option, va_arg(arguments, long));
    else if (option < CURLOPTTYPE_FUNCTIONPOINT) set_pointer(options, option, va_arg(arguments, void *));
    else if (option < CURLOPTTYPE_OFF_T) set_function(options, option, va_arg(arguments, void *));
    else transport_fail("the option %d is not simulated", option);
    va_end(arguments);
    return code;
}

void transport_free_options(struct transport_options *options) {
    free(options->url);
    free(options->agent);
    free(options->proxy);
    free(options->protocols);
}
