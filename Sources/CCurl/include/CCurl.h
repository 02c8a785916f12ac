#pragma once
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <linux/rtnetlink.h>

/* Loads libcurl if necessary; returns NULL on failure. Any thread may call it, see dlopen(3). */
void *almanac_curl_load(void);

/* Returns the version of libcurl and its libraries, see curl_version(3); NULL if it is not in use and `loads` is 0, or
   cannot be loaded. */
const char *almanac_curl_version(int loads);

/* Functions of libcurl that load it first: each has libcurl's name after `almanac_`. */
CURLcode almanac_curl_global_init(long flags);
CURL *almanac_curl_easy_init(void);
void almanac_curl_easy_cleanup(CURL *easy);
CURLcode almanac_curl_easy_pause(CURL *easy, int what);
CURLcode almanac_curl_easy_recv(CURL *easy, void *bytes, size_t size, size_t *count);
CURLcode almanac_curl_easy_send(CURL *easy, const void *bytes, size_t size, size_t *count);
CURLM *almanac_curl_multi_init(void);
CURLMcode almanac_curl_multi_cleanup(CURLM *multi);
CURLMcode almanac_curl_multi_add_handle(CURLM *multi, CURL *easy);
CURLMcode almanac_curl_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMsg *almanac_curl_multi_info_read(CURLM *multi, int *left);
CURLMcode almanac_curl_multi_socket_action(CURLM *multi, curl_socket_t socket, int events, int *running);
struct curl_slist *almanac_curl_slist_append(struct curl_slist *list, const char *text);
void almanac_curl_slist_free_all(struct curl_slist *list);
CURLU *almanac_curl_url(void);
void almanac_curl_url_cleanup(CURLU *url);
CURLUcode almanac_curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags);
void almanac_curl_free(void *memory);

/* Typed wrappers of the variadic functions of libcurl, see curl_easy_setopt(3), curl_easy_getinfo(3) and
   curl_multi_setopt(3). */
CURLcode almanac_curl_set_number(CURL *easy, CURLoption option, long value);
CURLcode almanac_curl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode almanac_curl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode almanac_curl_set_contents(CURL *easy, CURLoption option, const void *bytes, size_t count);
CURLcode almanac_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode almanac_curl_set_writer(CURL *easy, CURLoption option, curl_write_callback value);
CURLcode almanac_curl_set_opener(CURL *easy, curl_opensocket_callback value);
CURLcode almanac_curl_set_asker(CURL *easy, curl_prereq_callback value);
CURLcode almanac_curl_get_number(CURL *easy, CURLINFO info, long *value);
CURLcode almanac_curl_get_count(CURL *easy, CURLINFO info, curl_off_t *value);
CURLcode almanac_curl_get_socket(CURL *easy, CURLINFO info, curl_socket_t *value);
CURLMcode almanac_curl_multi_set_number(CURLM *multi, CURLMoption option, long value);
CURLMcode almanac_curl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value);
CURLMcode almanac_curl_multi_set_socket(CURLM *multi, curl_socket_callback value);
CURLMcode almanac_curl_multi_set_timer(CURLM *multi, curl_multi_timer_callback value);

/* Values of CURLOPT_HTTPAUTH whose macros Swift cannot read. */
extern const long almanac_curl_basic, almanac_curl_digest;

/* Returns a part of a URL: curl_url_get(3), whose declaration differs between versions. */
CURLUcode almanac_curl_url_part(CURLU *url, CURLUPart part, char **text, unsigned int flags);

/* Writes the hash of bytes, at most 64, by the library that encrypts for libcurl, and returns its length; 0 if
   that is not OpenSSL 3, or does not know the method: EVP_Q_digest(3). */
size_t almanac_curl_digest_bytes(const char *method, const void *bytes, size_t count, unsigned char *hash);

/* Returns the result of a transfer, a part of CURLMsg that Swift cannot access, see
   curl_multi_info_read(3). */
CURLcode almanac_curl_result(const CURLMsg *message);
