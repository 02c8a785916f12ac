/* Stubs that load libcurl when its first function is called: with its 28 dependencies it takes 6 ms and
   5.6 MB, which are saved at the start, and altogether on a machine that only watches files. */

#include "CCurl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

void *almanac_curl_load(void) {
    static _Atomic(void *) loaded;
    /* Two threads that call dlopen at the same time get the same handle. */
    if (!loaded) loaded = dlopen("libcurl.so.4", RTLD_LAZY);
    return loaded;
}

const char *almanac_curl_version(int loads) {
    void *library = loads ? almanac_curl_load() : dlopen("libcurl.so.4", RTLD_LAZY | RTLD_NOLOAD);
    char *(*version)(void) = library ? (char *(*)(void))dlsym(library, "curl_version") : NULL;
    return version ? version() : NULL;
}

static void *find(const char *name) {
    void *library = almanac_curl_load();
    void *found = library ? dlsym(library, name) : NULL;
    if (found) return found;
    fprintf(stderr, "%s\n", dlerror());
    abort();
}

/* Defines `almanac_NAME`, which calls libcurl's NAME; the first caller looks it up, and the pointer is
   atomic. */
#define FUNCTION(result, name, parameters, arguments)        \
    result almanac_##name parameters {                       \
        static result(*_Atomic real) parameters;             \
        if (!real) real = (result(*) parameters)find(#name); \
        return real arguments;                               \
    }

FUNCTION(CURLcode, curl_global_init, (long flags), (flags))
FUNCTION(CURL *, curl_easy_init, (void), ())
FUNCTION(void, curl_easy_cleanup, (CURL *easy), (easy))
FUNCTION(CURLcode, curl_easy_pause, (CURL *easy, int what), (easy, what))
FUNCTION(CURLcode, curl_easy_recv, (CURL *easy, void *bytes, size_t size, size_t *count),
         (easy, bytes, size, count))
FUNCTION(CURLcode, curl_easy_send, (CURL *easy, const void *bytes, size_t size, size_t *count),
         (easy, bytes, size, count))
FUNCTION(CURLM *, curl_multi_init, (void), ())
FUNCTION(CURLMcode, curl_multi_cleanup, (CURLM *multi), (multi))
FUNCTION(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *easy), (multi, easy))
FUNCTION(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *easy), (multi, easy))
FUNCTION(CURLMsg *, curl_multi_info_read, (CURLM *multi, int *left), (multi, left))
FUNCTION(CURLMcode, curl_multi_socket_action, (CURLM *multi, curl_socket_t socket, int events, int *running),
         (multi, socket, events, running))
FUNCTION(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), (list, text))
FUNCTION(void, curl_slist_free_all, (struct curl_slist *list), (list))
FUNCTION(CURLU *, curl_url, (void), ())
FUNCTION(void, curl_url_cleanup, (CURLU *url), (url))
FUNCTION(CURLUcode, curl_url_set, (CURLU *url, CURLUPart part, const char *text, unsigned int flags),
         (url, part, text, flags))
FUNCTION(void, curl_free, (void *memory), (memory))

/* Defines a typed wrapper of a variadic function of libcurl. */
#define WRAPPER(result, wrapper, name, handle, choice, type)            \
    result wrapper(handle *of, choice what, type value) {               \
        static result (*_Atomic real)(handle *, choice, ...);           \
        if (!real) real = (result(*)(handle *, choice, ...))find(name); \
        return real(of, what, value);                                   \
    }

WRAPPER(CURLcode, almanac_curl_set_number, "curl_easy_setopt", CURL, CURLoption, long)
WRAPPER(CURLcode, almanac_curl_set_text, "curl_easy_setopt", CURL, CURLoption, const char *)
WRAPPER(CURLcode, almanac_curl_set_pointer, "curl_easy_setopt", CURL, CURLoption, void *)
WRAPPER(CURLcode, almanac_curl_set_list, "curl_easy_setopt", CURL, CURLoption, struct curl_slist *)
WRAPPER(CURLcode, almanac_curl_set_writer, "curl_easy_setopt", CURL, CURLoption, curl_write_callback)
WRAPPER(CURLcode, almanac_curl_get_number, "curl_easy_getinfo", CURL, CURLINFO, long *)
WRAPPER(CURLcode, almanac_curl_get_count, "curl_easy_getinfo", CURL, CURLINFO, curl_off_t *)
WRAPPER(CURLcode, almanac_curl_get_socket, "curl_easy_getinfo", CURL, CURLINFO, curl_socket_t *)
WRAPPER(CURLMcode, almanac_curl_multi_set_number, "curl_multi_setopt", CURLM, CURLMoption, long)
WRAPPER(CURLMcode, almanac_curl_multi_set_pointer, "curl_multi_setopt", CURLM, CURLMoption, void *)

CURLcode almanac_curl_set_opener(CURL *easy, curl_opensocket_callback value) {
    return almanac_curl_set_pointer(easy, CURLOPT_OPENSOCKETFUNCTION, (void *)value);
}
CURLcode almanac_curl_set_asker(CURL *easy, curl_prereq_callback value) {
    return almanac_curl_set_pointer(easy, CURLOPT_PREREQFUNCTION, (void *)value);
}
CURLMcode almanac_curl_multi_set_socket(CURLM *multi, curl_socket_callback value) {
    return almanac_curl_multi_set_pointer(multi, CURLMOPT_SOCKETFUNCTION, (void *)value);
}
CURLMcode almanac_curl_multi_set_timer(CURLM *multi, curl_multi_timer_callback value) {
    return almanac_curl_multi_set_pointer(multi, CURLMOPT_TIMERFUNCTION, (void *)value);
}

CURLUcode almanac_curl_url_part(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
    static CURLUcode (*_Atomic real)(CURLU *, CURLUPart, char **, unsigned int);
    if (!real) real = (CURLUcode(*)(CURLU *, CURLUPart, char **, unsigned int))find("curl_url_get");
    return real(url, part, text, flags);
}

size_t almanac_curl_digest_bytes(const char *method, const void *bytes, size_t count, unsigned char *hash) {
    typedef int digest_function(
        void *, const char *, const char *, const void *, size_t, unsigned char *, size_t *);
    digest_function *digest = (digest_function *)dlsym(almanac_curl_load(), "EVP_Q_digest");
    size_t length = 0;
    return digest && digest(NULL, method, NULL, bytes, count, hash, &length) == 1 ? length : 0;
}

CURLcode almanac_curl_result(const CURLMsg *message) { return message->data.result; }

const long almanac_curl_basic = (long)CURLAUTH_BASIC, almanac_curl_digest = (long)CURLAUTH_DIGEST;

CURLcode almanac_curl_set_contents(CURL *easy, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
    return almanac_curl_set_pointer(easy, option, &blob);
}
