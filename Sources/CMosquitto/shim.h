#pragma once
#include <dlfcn.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>

/* A function of OpenSSL, which libmosquitto has loaded if it encrypts; NULL otherwise. */
static inline void *almanac_tls_function(const char *name) {
    return dlsym((void *)0, name);
}

/* Whether the handshake of an SSL object, as mosquitto_ssl_get returns it, is complete: SSL_is_init_finished(3). */
static inline int almanac_tls_is_ready(void *ssl) {
    int (*function)(const void *) = (int (*)(const void *))almanac_tls_function("SSL_is_init_finished");
    return function && function(ssl);
}

/* Whether bytes were read that do not form a whole record yet: SSL_has_pending(3). */
static inline int almanac_tls_has_part(void *ssl) {
    int (*function)(const void *) = (int (*)(const void *))almanac_tls_function("SSL_has_pending");
    return !function || function(ssl);
}

/* Decrypts the next record and leaves it to be read: SSL_peek(3); at most 0 if it has no data. */
static inline int almanac_tls_peek(void *ssl, void *bytes, int count) {
    int (*function)(void *, void *, int) = (int (*)(void *, void *, int))almanac_tls_function("SSL_peek");
    return function ? function(ssl, bytes, count) : -1;
}
