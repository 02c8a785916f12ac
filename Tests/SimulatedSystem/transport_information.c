#include "transport.h"

#include <stdarg.h>

/* curl_easy_getinfo(3). */

/* Returns the time from the start of the transfer to a moment in microseconds, which is never 0 for one that
   was reached: the simulated clock can stand still where a real one cannot. */
static curl_off_t since_start(const struct transport_easy *easy, int64_t moment) {
    if (!moment) return 0;
    int64_t microseconds = (moment - easy->times.added) / 1000;
    return microseconds > 0 ? microseconds : 1;
}

static curl_off_t total(const struct transport_easy *easy) {
    if (easy->state == TRANSPORT_IDLE && !easy->times.finished) return 0;
    return since_start(easy, easy->times.finished ? easy->times.finished : transport_now());
}

static curl_off_t time_of(const struct transport_easy *easy, CURLINFO info) {
    switch (info) {
    case CURLINFO_NAMELOOKUP_TIME_T: return since_start(easy, easy->times.resolved);
    case CURLINFO_CONNECT_TIME_T: return since_start(easy, easy->times.connected);
    case CURLINFO_APPCONNECT_TIME_T: return since_start(easy, easy->times.secured);
    case CURLINFO_STARTTRANSFER_TIME_T: return since_start(easy, easy->times.answered);
    case CURLINFO_TOTAL_TIME_T: return total(easy);
    default: transport_fail("the information %d is not simulated", info);
    }
}

static long number_of(const struct transport_easy *easy, CURLINFO info) {
    switch (info) {
    case CURLINFO_RESPONSE_CODE: return easy->response.status;
    case CURLINFO_OS_ERRNO: return easy->error;
    case CURLINFO_SSL_VERIFYRESULT: return easy->verification;
    default: transport_fail("the information %d is not simulated", info);
    }
}

CURLcode transport_easy_getinfo(CURL *handle, CURLINFO info, ...) {
    const struct transport_easy *easy = handle;
    va_list arguments;
    va_start(arguments, info);
    if (info == CURLINFO_ACTIVESOCKET) *va_arg(arguments, curl_socket_t *) = easy->stream;
    else if ((info & CURLINFO_TYPEMASK) == CURLINFO_OFF_T) *va_arg(arguments, curl_off_t *) = time_of(easy, info);
    else *va_arg(arguments, long *) = number_of(easy, info);
    va_end(arguments);
    return CURLE_OK;
}
