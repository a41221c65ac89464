// provider: a fast OpenID provider for the meters. It keeps nothing: a code is NONCE.SUBJECT, as the driver writes it.
// One epoll thread, one ES256 signature a sign-in. usage: provider PORT
#define _GNU_SOURCE
#include "signature.h"
#include <time.h>

typedef struct {
    int fd;
    size_t count;
    char in[8192];
} Connection;

static EVP_PKEY *key;
static char issuer[64], metadata[1024], keys[512];

static void publish(int port) {
    unsigned char point[65];
    char x[44], y[44];
    size_t length = 0;
    key = EVP_EC_gen("P-256");
    EVP_PKEY_get_octet_string_param(key, "pub", point, sizeof point, &length);
    base64url(x, point + 1, 32);
    base64url(y, point + 33, 32);
    snprintf(issuer, sizeof issuer, "http://127.0.0.1:%d", port);
    snprintf(keys, sizeof keys,
             "{\"keys\":[{\"kty\":\"EC\",\"crv\":\"P-256\",\"use\":\"sig\",\"alg\":\"ES256\",\"kid\":\"1\","
             "\"x\":\"%s\",\"y\":\"%s\"}]}", x, y);
    snprintf(metadata, sizeof metadata,
             "{\"issuer\":\"%s\",\"authorization_endpoint\":\"%s/authorize\",\"token_endpoint\":\"%s/token\","
             "\"jwks_uri\":\"%s/jwks\",\"response_types_supported\":[\"code\"],"
             "\"subject_types_supported\":[\"public\"],\"id_token_signing_alg_values_supported\":[\"ES256\"],"
             "\"token_endpoint_auth_methods_supported\":[\"client_secret_basic\"],"
             "\"code_challenge_methods_supported\":[\"S256\"]}", issuer, issuer, issuer, issuer);
}

static void say(Connection *c, int status, const char *body) {
    char out[4096];
    int length = snprintf(out, sizeof out,
                          "HTTP/1.1 %d X\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n"
                          "Content-Length: %zu\r\n\r\n%s", status, strlen(body), body);
    if (send(c->fd, out, (size_t)length, MSG_NOSIGNAL) < 0) return;
}

static void token(Connection *c, const char *form) {
    int length = 0;
    const char *code = parameter(form, "code", &length);
    const char *dot = code ? memchr(code, '.', (size_t)length) : NULL;
    if (!dot) {
        say(c, 400, "{\"error\":\"invalid_grant\"}");
        return;
    }
    char claims[512], identity[1024], body[2048];
    long now = time(NULL);
    snprintf(claims, sizeof claims,
             "{\"iss\":\"%s\",\"sub\":\"user-%.*s\",\"aud\":\"homing\",\"iat\":%ld,\"exp\":%ld,\"nonce\":\"%.*s\","
             "\"email\":\"user-%.*s@people.example\",\"email_verified\":true,\"name\":\"A Person\"}",
             issuer, (int)(code + length - dot - 1), dot + 1, now, now + 300, (int)(dot - code), code,
             (int)(code + length - dot - 1), dot + 1);
    signed_token(identity, key, "{\"alg\":\"ES256\",\"kid\":\"1\",\"typ\":\"JWT\"}", claims);
    snprintf(body, sizeof body,
             "{\"access_token\":\"at-0123456789abcdef\",\"token_type\":\"Bearer\",\"expires_in\":3600,"
             "\"id_token\":\"%s\"}", identity);
    say(c, 200, body);
}

static void answer(Connection *c) {
    if (!strncmp(c->in, "POST /token ", 12)) token(c, strstr(c->in, "\r\n\r\n") + 4);
    else if (!strncmp(c->in, "GET /jwks ", 10)) say(c, 200, keys);
    else if (!strncmp(c->in, "GET /.well-known/openid-configuration ", 38)) say(c, 200, metadata);
    else say(c, 404, "{}");
}

/// False when the connection ended.
static int readable(Connection *c) {
    ssize_t n = recv(c->fd, c->in + c->count, sizeof c->in - 1 - c->count, 0);
    if (n <= 0) return 0;
    c->count += (size_t)n;
    c->in[c->count] = 0;
    for (size_t length; (length = message_length(c->in, c->count));) {
        char kept = c->in[length];
        c->in[length] = 0;
        answer(c);
        c->in[length] = kept;
        memmove(c->in, c->in + length, c->count - length + 1);
        c->count -= length;
    }
    return c->count < sizeof c->in - 1;
}

int main(int count, char **words) {
    if (count < 2) return 2;
    publish(atoi(words[1]));
    int listener = listen_on(atoi(words[1])), epoll = epoll_create1(0);
    watch(epoll, listener, EPOLLIN, NULL);
    for (;;) {
        struct epoll_event events[64];
        int ready = epoll_wait(epoll, events, 64, -1);
        for (int i = 0; i < ready; i++) {
            Connection *c = events[i].data.ptr;
            if (!c) {
                int fd = accept(listener, NULL, NULL);
                if (fd < 0) continue;
                no_delay(fd);
                c = calloc(1, sizeof *c);
                c->fd = fd;
                watch(epoll, fd, EPOLLIN, c);
            } else if (!readable(c)) {
                close(c->fd);
                free(c);
            }
        }
    }
}
