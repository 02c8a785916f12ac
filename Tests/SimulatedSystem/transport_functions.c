#include "transport.h"

#include <string.h>

/* The functions of libcurl that are simulated. */

static CURLcode global_init(long flags) {
    (void)flags;
    return CURLE_OK;
}

static const struct {
    const char *name;
    void *function;
} functions[] = {
    {"curl_global_init", (void *)global_init},
    {"curl_easy_init", (void *)transport_easy_init},
    {"curl_easy_cleanup", (void *)transport_easy_cleanup},
    {"curl_easy_pause", (void *)transport_easy_pause},
    {"curl_easy_setopt", (void *)transport_easy_setopt},
    {"curl_easy_recv", (void *)transport_easy_recv},
    {"curl_easy_send", (void *)transport_easy_send},
    {"curl_easy_getinfo", (void *)transport_easy_getinfo},
    {"curl_multi_init", (void *)transport_multi_init},
    {"curl_multi_cleanup", (void *)transport_multi_cleanup},
    {"curl_multi_setopt", (void *)transport_multi_setopt},
    {"curl_multi_add_handle", (void *)transport_multi_add_handle},
    {"curl_multi_remove_handle", (void *)transport_multi_remove_handle},
    {"curl_multi_info_read", (void *)transport_multi_info_read},
    {"curl_multi_socket_action", (void *)transport_multi_socket_action},
};

void *transport_function(const char *name) {
    for (size_t number = 0; number < sizeof functions / sizeof *functions; number++) {
        if (strcmp(functions[number].name, name) == 0) return functions[number].function;
    }
    return NULL;
}
