#include "transport.h"
#include "real.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The request as the simulation sees it. */

/* ---- Addresses, parsed by the real libcurl ---- */

static CURLU *parse(const char *text, unsigned flags) {
    CURLU *(*make)(void) = simulated_real_curl("curl_url");
    CURLUcode (*set)(CURLU *, CURLUPart, const char *, unsigned) = simulated_real_curl("curl_url_set");
    void (*release)(CURLU *) = simulated_real_curl("curl_url_cleanup");
    CURLU *url = make();
    if (!url) transport_fail("no memory");
    if (set(url, CURLUPART_URL, text, flags) == CURLUE_OK) return url;
    release(url);
    return NULL;
}

/* Returns a part in memory of its own; NULL if there is none. */
static char *part(CURLU *url, CURLUPart what, unsigned flags) {
    CURLUcode (*get)(CURLU *, CURLUPart, char **, unsigned) = simulated_real_curl("curl_url_get");
    void (*release)(void *) = simulated_real_curl("curl_free");
    char *text = NULL;
    if (get(url, what, &text, flags) != CURLUE_OK) return NULL;
    char *copy = strdup(text);
    release(text);
    return copy;
}

static int port_of(CURLU *url, unsigned flags, int otherwise) {
    char *text = part(url, CURLUPART_PORT, flags);
    int port = text ? atoi(text) : otherwise;
    free(text);
    return port;
}

static void release_url(CURLU *url) {
    void (*release)(CURLU *) = simulated_real_curl("curl_url_cleanup");
    release(url);
}

static bool has_proxy(const struct transport_easy *easy) {
    return easy->options.proxy && *easy->options.proxy;
}

/* The port of the peer, which is the proxy if there is one; libcurl's default for proxies is 1080. */
static int peer_port(const struct transport_easy *easy, CURLU *url) {
    if (!has_proxy(easy)) return port_of(url, CURLU_DEFAULT_PORT, 0);
    CURLU *proxy = parse(easy->options.proxy, CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME);
    if (!proxy) return 1080;
    int port = port_of(proxy, 0, 1080);
    release_url(proxy);
    return port;
}

/* Whether a list of words separated by commas contains a scheme. */
static bool allows(const char *list, const char *scheme) {
    size_t length = strlen(scheme);
    for (const char *word = list; word; word = strchr(word, ',')) {
        if (*word == ',') word++;
        if (strncasecmp(word, scheme, length) == 0 && (word[length] == 0 || word[length] == ',')) return true;
    }
    return list == NULL;
}

/* ---- Addresses of the host, from CURLOPT_RESOLVE ---- */

/* Returns what follows "+HOST:PORT:" in an entry for the host and port; NULL if it is for another one. */
static const char *addresses_in(const char *entry, const char *host, int port) {
    char prefix[512];
    int length = snprintf(prefix, sizeof prefix, "%s:%d:", host, port);
    if (*entry == '+') entry++;
    return strncasecmp(entry, prefix, length) == 0 ? entry + length : NULL;
}

/* A literal address of a host is the only one; a name that is not listed is looked up by libcurl itself. */
static const char *addresses_of(const struct transport_easy *easy) {
    const char *found = NULL;
    if (has_proxy(easy)) return "";
    for (const struct curl_slist *item = easy->options.resolve; item && !found; item = item->next) {
        found = addresses_in(item->data, easy->host, easy->port);
    }
    if (found) return found;
    char *rest = easy->host + strspn(easy->host, "0123456789.");
    return *easy->host == '[' || *rest == 0 ? easy->host : "";
}

/* ---- Header fields ---- */

/* Whether libcurl sends a field of the program: one without a value only removes a field of libcurl's. */
static bool is_sent(const char *line) {
    const char *colon = strchr(line, ':');
    return colon && colon[1 + strspn(colon + 1, " \t")];
}

static bool replaces_agent(const char *line) { return strncasecmp(line, "User-Agent:", 11) == 0; }

static char *make_agent_line(const char *agent) {
    char *line = transport_allocate(strlen(agent) + sizeof "User-Agent: ");
    strcpy(line, "User-Agent: ");
    return strcat(line, agent);
}

static void make_lines(struct transport_easy *easy) {
    bool has_agent = easy->options.agent != NULL;
    size_t count = 0;
    for (const struct curl_slist *item = easy->options.headers; item; item = item->next) {
        if (replaces_agent(item->data)) has_agent = false;
        count++;
    }
    const char **next = easy->lines = transport_allocate((count + 2) * sizeof *easy->lines);
    if (has_agent) *next++ = easy->agent_line = make_agent_line(easy->options.agent);
    for (const struct curl_slist *item = easy->options.headers; item; item = item->next) {
        if (is_sent(item->data)) *next++ = item->data;
    }
}

/* ---- The request ---- */

static void read_url(struct transport_easy *easy, CURLU *url, const char *scheme) {
    easy->host = part(url, CURLUPART_HOST, 0);
    if (!easy->host) easy->host = strdup("");
    easy->is_https = strcasecmp(scheme, "https") == 0;
    easy->port = peer_port(easy, url);
}

static void describe(struct transport_easy *easy) {
    make_lines(easy);
    easy->request = (struct simulated_request){
        .number = ++transport.numbers,
        .url = easy->options.url,
        .headers = easy->lines,
        .proxy = easy->options.proxy ? easy->options.proxy : "",
        .addresses = addresses_of(easy),
    };
}

bool transport_make_request(struct transport_easy *easy) {
    CURLU *url = easy->options.url ? parse(easy->options.url, 0) : NULL;
    if (!url) {
        transport_finish(easy, CURLE_URL_MALFORMAT, "URL using bad/illegal format or missing URL");
        return false;
    }
    char *scheme = part(url, CURLUPART_SCHEME, 0);
    bool is_allowed = scheme && allows(easy->options.protocols, scheme);
    if (is_allowed) {
        read_url(easy, url, scheme);
        describe(easy);
    } else {
        transport_finish(
            easy, CURLE_UNSUPPORTED_PROTOCOL, "Protocol \"%s\" not supported", scheme ? scheme : "");
    }
    free(scheme);
    release_url(url);
    return is_allowed;
}

void transport_free_request(struct transport_easy *easy) {
    free(easy->lines);
    free(easy->agent_line);
    free(easy->host);
    easy->lines = NULL;
    easy->agent_line = NULL;
    easy->host = NULL;
}
