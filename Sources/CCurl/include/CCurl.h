#pragma once
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <linux/rtnetlink.h>

/* Loads libcurl if necessary; returns NULL on failure. Any thread may call it, see dlopen(3). */
void *curl_load(void);

/* Typed wrappers of the variadic functions of libcurl, see curl_easy_setopt(3), curl_easy_getinfo(3) and
   curl_multi_setopt(3). */
CURLcode curl_set_number(CURL *easy, CURLoption option, long value);
CURLcode curl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode curl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode curl_set_writer(CURL *easy, CURLoption option, curl_write_callback value);
CURLcode curl_set_opener(CURL *easy, curl_opensocket_callback value);
CURLcode curl_set_asker(CURL *easy, curl_prereq_callback value);
CURLcode curl_get_number(CURL *easy, CURLINFO info, long *value);
CURLcode curl_get_count(CURL *easy, CURLINFO info, curl_off_t *value);
CURLMcode curl_multi_set_number(CURLM *multi, CURLMoption option, long value);
CURLMcode curl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value);
CURLMcode curl_multi_set_socket(CURLM *multi, curl_socket_callback value);
CURLMcode curl_multi_set_timer(CURLM *multi, curl_multi_timer_callback value);

/* Returns a part of a URL: curl_url_get(3), whose declaration differs between versions. */
CURLUcode curl_url_part(CURLU *url, CURLUPart part, char **text, unsigned int flags);

/* Returns the result of a transfer, a part of CURLMsg that Swift cannot access, see curl_multi_info_read(3). */
CURLcode curl_result(const CURLMsg *message);
