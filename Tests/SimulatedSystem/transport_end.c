#include "transport.h"
#include "real.h"

#include <string.h>

/* The end of a response, and libcurl's messages about it. */

/* ---- Messages ---- */

static const char *general_text(CURLcode code) {
    const char *(*text)(CURLcode) = simulated_real_curl("curl_easy_strerror");
    return text(code);
}

/* Returns what OpenSSL says about a result of X509_verify_cert(3). */
static const char *certificate_text(int result) {
    switch (result) {
    case 9: return "certificate is not yet valid";
    case 10: return "certificate has expired";
    case 18: return "self-signed certificate";
    case 19: return "self-signed certificate in certificate chain";
    case 20: return "unable to get local issuer certificate";
    default: return "certificate verify failed";
    }
}

static void fail_certificate(struct transport_easy *easy, int result) {
    CURLcode code = CURLE_PEER_FAILED_VERIFICATION;
    easy->verification = result;
    if (result > 1)
        return transport_finish(easy, code, "SSL certificate problem: %s", certificate_text(result));
    transport_finish(
        easy, code, "SSL: no alternative certificate subject name matches target host name '%s'", easy->host);
}

static void fail_connection(struct transport_easy *easy, CURLcode code) {
    int64_t milliseconds = (transport_now() - easy->times.added) / 1000000;
    transport_finish(
        easy, code, "Failed to connect to %s port %d after %lld ms: %s", easy->host, easy->port,
        (long long)milliseconds, general_text(code));
}

static void fail(struct transport_easy *easy, CURLcode code, int error) {
    easy->error = error;
    switch (code) {
    case CURLE_COULDNT_CONNECT: return fail_connection(easy, code);
    case CURLE_RECV_ERROR: return transport_finish(easy, code, "Recv failure: %s", strerror(error));
    case CURLE_SEND_ERROR: return transport_finish(easy, code, "Send failure: %s", strerror(error));
    case CURLE_GOT_NOTHING: return transport_finish(easy, code, "Empty reply from server");
    case CURLE_COULDNT_RESOLVE_HOST:
        return transport_finish(easy, code, "Could not resolve host: %s", easy->host);
    case CURLE_COULDNT_RESOLVE_PROXY:
        return transport_finish(easy, code, "Could not resolve proxy: %s", easy->request.proxy);
    default: return transport_finish(easy, code, "%s", general_text(code));
    }
}

/* ---- The end ---- */

/* libcurl reads no further than the announced length, so that it never sees how the connection ends. */
static bool is_complete(const struct transport_response *response) {
    return response->part == TRANSPORT_CONTENT && response->length == response->received;
}

/* The peer closes the connection: libcurl takes that for the end within a head whose status it has read, and
   within a body without a length. */
static void close_by_peer(struct transport_easy *easy) {
    const struct transport_response *response = &easy->response;
    if (response->part == TRANSPORT_STATUS) return fail(easy, CURLE_GOT_NOTHING, 0);
    bool has_length = response->part == TRANSPORT_CONTENT && response->length >= 0;
    if (!has_length) return transport_finish(easy, CURLE_OK, "%s", "");
    transport_finish(
        easy, CURLE_PARTIAL_FILE, "transfer closed with %lld bytes remaining to read",
        (long long)(response->length - response->received));
}

void transport_end(struct transport_easy *easy, const struct transport_event *event) {
    if (is_complete(&easy->response)) return transport_finish(easy, CURLE_OK, "%s", "");
    if (event->code == CURLE_OK) return close_by_peer(easy);
    if (event->code == CURLE_PEER_FAILED_VERIFICATION) return fail_certificate(easy, event->error);
    fail(easy, event->code, event->error);
}
