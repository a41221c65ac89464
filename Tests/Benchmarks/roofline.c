// roofline: the least work that a durable sign-in needs on this machine: no features, no provider. A ceiling, not a peer.
// One epoll thread (parse, PKCE check, ES256) and one SQLite writer thread (WAL, synchronous=FULL, group commit).
// usage: roofline PORT DATABASE SIGNATURES(1-2)
#define _GNU_SOURCE
#include "signature.h"
#include <openssl/sha.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <time.h>

enum operation { begin_sign_in, issue, redeem };
typedef struct Connection {
    int fd;
    size_t count;
    char in[8192];
    struct Connection *next;                    // in a queue between the two threads
    enum operation operation;
    int held;                                   // what the store said
    unsigned char id[24], hash[32], proof[32];
    char state[128];
} Connection;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static Connection *waiting, **waiting_end = &waiting, *stored, **stored_end = &stored;
static int wake, epoll, signatures;
static uint64_t sequence;
static EVP_PKEY *key;
static sqlite3 *database;

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL)) {
        puts(sqlite3_errmsg(database));
        exit(1);
    }
    return statement;
}

/// Runs a statement that gives no rows and says whether it changed one.
static int changes(sqlite3_stmt *statement) {
    sqlite3_step(statement);
    sqlite3_reset(statement);
    return sqlite3_changes(database) == 1;
}

static void store(Connection *c, long now) {
    static sqlite3_stmt *insert, *update, *select, *use, *refresh;
    if (!insert) {
        insert = prepared("INSERT INTO sign_in VALUES(?,0,?,NULL,?,?)");
        update = prepared("UPDATE sign_in SET phase=1,code=? WHERE id=? AND phase=0");
        select = prepared("SELECT challenge,code FROM sign_in WHERE id=? AND phase=1");
        use = prepared("UPDATE sign_in SET phase=2 WHERE id=? AND phase=1");
        refresh = prepared("INSERT INTO refresh VALUES(?,?,?)");
    }
    if (c->operation == begin_sign_in) {
        sqlite3_bind_blob(insert, 1, c->id, 24, NULL);
        sqlite3_bind_blob(insert, 2, c->hash, 32, NULL);
        sqlite3_bind_text(insert, 3, c->state, -1, NULL);
        sqlite3_bind_int64(insert, 4, now + 600);
        c->held = changes(insert);
    } else if (c->operation == issue) {
        sqlite3_bind_blob(update, 1, c->hash, 32, NULL);
        sqlite3_bind_blob(update, 2, c->id, 24, NULL);
        c->held = changes(update);
    } else {
        sqlite3_bind_blob(select, 1, c->id, 24, NULL);
        c->held = sqlite3_step(select) == SQLITE_ROW && !memcmp(sqlite3_column_blob(select, 0), c->proof, 32)
            && !memcmp(sqlite3_column_blob(select, 1), c->hash, 32);
        sqlite3_reset(select);
        if (!c->held) return;
        sqlite3_bind_blob(use, 1, c->id, 24, NULL);
        c->held = changes(use);
        if (!c->held) return;
        unsigned char token[24];
        memcpy(token, c->id, 8);
        getrandom(token + 8, 16, 0);
        sqlite3_bind_blob(refresh, 1, token, 24, SQLITE_TRANSIENT);
        sqlite3_bind_blob(refresh, 2, c->id, 24, NULL);
        sqlite3_bind_int64(refresh, 3, now + 86400);
        changes(refresh);
    }
}

/// Commits whatever queued up while the last commit ran.
static void *write_in_groups(void *unused) {
    (void)unused;
    sqlite3_stmt *begin = prepared("BEGIN IMMEDIATE"), *commit = prepared("COMMIT");
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!waiting) pthread_cond_wait(&filled, &lock);
        Connection *group = waiting;
        waiting = NULL;
        waiting_end = &waiting;
        pthread_mutex_unlock(&lock);
        changes(begin);
        Connection **end = &group;
        for (Connection *c = group; c; end = &c->next, c = c->next) store(c, time(NULL));
        changes(commit);
        pthread_mutex_lock(&lock);
        *stored_end = group;
        stored_end = end;
        pthread_mutex_unlock(&lock);
        uint64_t one = 1;
        if (write(wake, &one, 8) < 0) return NULL;
    }
}

static void hex(char *out, const unsigned char *bytes, int count) {
    for (int i = 0; i < count; i++) out += sprintf(out, "%02x", bytes[i]);
}

static int unhex(unsigned char *out, const char *text, int count) {
    for (int i = 0; i < 2 * count; i++) {
        int c = text[i], value = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (value < 0) return 0;
        out[i / 2] = (unsigned char)(i & 1 ? out[i / 2] | value : value << 4);
    }
    return 1;
}

static int unbase64url(unsigned char *out, const char *text, int count) {
    unsigned value = 0;
    int bits = 0, written = 0;
    for (int i = 0; i < count; i++) {
        int c = text[i], digit = c >= 'A' && c <= 'Z' ? c - 'A' : c >= 'a' && c <= 'z' ? c - 'a' + 26
            : c >= '0' && c <= '9' ? c - '0' + 52 : c == '-' ? 62 : c == '_' ? 63 : -1;
        if (digit < 0) return -1;
        value = value << 6 | (unsigned)digit;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out[written++] = (unsigned char)(value >> bits);
        }
    }
    return written;
}

static void say(Connection *c, int status, const char *fields, const char *body) {
    char out[4096];
    int length = snprintf(out, sizeof out, "HTTP/1.1 %d X\r\nCache-Control: no-store\r\n%sContent-Length: %zu\r\n\r\n%s",
                          status, fields, strlen(body), body);
    if (send(c->fd, out, (size_t)length, MSG_NOSIGNAL) < 0) return;
}

static void say_tokens(Connection *c) {
    char access[900], identity[900], body[2400], claims[300];
    long now = time(NULL);
    const char *header = "{\"alg\":\"ES256\",\"kid\":\"1\"}";
    snprintf(claims, sizeof claims,
             "{\"iss\":\"https://as.example\",\"sub\":\"user-0123456789\",\"aud\":\"native\",\"iat\":%ld,\"exp\":%ld,"
             "\"nonce\":\"n-0S6_WzA2Mj\"}", now, now + 3600);
    signed_token(identity, key, header, claims);
    if (signatures > 1) signed_token(access, key, header, claims);
    else hex(access, c->id, 24);
    snprintf(body, sizeof body,
             "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":3600,"
             "\"refresh_token\":\"%02x%02x0123456789abcdef0123456789abcdef\",\"id_token\":\"%s\"}",
             access, c->id[3], c->id[5], identity);
    say(c, 200, "Content-Type: application/json\r\n", body);
}

static void finish(Connection *c) {
    char fields[700], text[150];
    unsigned char code[56];
    if (!c->held) {
        say(c, 400, "", "{\"error\":\"invalid_grant\"}");
    } else if (c->operation == begin_sign_in) {
        hex(text, c->id, 24);
        snprintf(fields, sizeof fields, "Location: /callback?code=upstream&state=%s\r\n", text);
        say(c, 303, fields, "");
    } else if (c->operation == issue) {
        memcpy(code, c->id, 24);
        memcpy(code + 24, c->proof, 32);
        hex(text, code, 56);
        snprintf(fields, sizeof fields, "Location: http://127.0.0.1/callback?code=%s&state=s\r\n", text);
        say(c, 303, fields, "");
    } else {
        say_tokens(c);
    }
}

/// True when the store has to be asked.
static int parsed(Connection *c) {
    int length = 0;
    const char *value, *body = strstr(c->in, "\r\n\r\n") + 4;
    if (!strncmp(c->in, "GET /oauth/authorize?", 21)) {
        value = parameter(c->in + 21, "code_challenge", &length);
        if (!value || length != 43 || unbase64url(c->hash, value, 43) != 32) return 0;
        value = parameter(c->in + 21, "state", &length);
        snprintf(c->state, sizeof c->state, "%.*s", value ? length : 0, value ? value : "");
        uint64_t number = __builtin_bswap64(++sequence);
        memcpy(c->id, &number, 8);
        getrandom(c->id + 8, 16, 0);
        c->operation = begin_sign_in;
    } else if (!strncmp(c->in, "GET /callback?", 14)) {
        value = parameter(c->in + 14, "state", &length);
        if (!value || length != 48 || !unhex(c->id, value, 24)) return 0;
        getrandom(c->proof, 32, 0);
        SHA256(c->proof, 32, c->hash);
        c->operation = issue;
    } else if (!strncmp(c->in, "POST /oauth/token ", 18)) {
        unsigned char code[56];
        value = parameter(body, "code", &length);
        if (!value || length != 112 || !unhex(code, value, 56)) return 0;
        memcpy(c->id, code, 24);
        SHA256(code + 24, 32, c->hash);
        value = parameter(body, "code_verifier", &length);
        if (!value) return 0;
        SHA256((const unsigned char *)value, (size_t)length, c->proof);
        c->operation = redeem;
    } else {
        return 0;
    }
    return 1;
}

static void open_database(const char *path) {
    char *fault = NULL;
    remove(path);
    sqlite3_open(path, &database);
    if (sqlite3_exec(database,
                     "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=4000;"
                     "CREATE TABLE sign_in(id BLOB PRIMARY KEY, phase INT, challenge BLOB, code BLOB, state TEXT, ends INT)"
                     " WITHOUT ROWID;"
                     "CREATE TABLE refresh(id BLOB PRIMARY KEY, sign_in BLOB, ends INT) WITHOUT ROWID;",
                     NULL, NULL, &fault)) {
        puts(fault);
        exit(1);
    }
}

static void answer_stored(void) {
    uint64_t count;
    if (read(wake, &count, 8) < 0) return;
    pthread_mutex_lock(&lock);
    Connection *c = stored;
    stored = NULL;
    stored_end = &stored;
    pthread_mutex_unlock(&lock);
    for (Connection *next; c; c = next) {
        next = c->next;
        finish(c);
    }
}

/// The connection, when it has something for the store.
static Connection *readable(Connection *c) {
    ssize_t n = recv(c->fd, c->in + c->count, sizeof c->in - 1 - c->count, 0);
    if (n <= 0) {
        close(c->fd);
        free(c);
        return NULL;
    }
    c->count += (size_t)n;
    c->in[c->count] = 0;
    if (!message_length(c->in, c->count)) return NULL;
    c->count = 0;
    if (!strncmp(c->in, "GET / ", 6)) say(c, 200, "", "ready");
    else if (parsed(c)) return c;
    else say(c, 400, "", "bad");
    return NULL;
}

int main(int count, char **words) {
    if (count < 4) return 2;
    signatures = atoi(words[3]);
    key = EVP_EC_gen("P-256");
    open_database(words[2]);
    int listener = listen_on(atoi(words[1]));
    epoll = epoll_create1(0);
    wake = eventfd(0, 0);
    watch(epoll, listener, EPOLLIN, NULL);
    watch(epoll, wake, EPOLLIN, &wake);
    pthread_t writer;
    pthread_create(&writer, NULL, write_in_groups, NULL);
    for (;;) {
        struct epoll_event events[128];
        int ready = epoll_wait(epoll, events, 128, -1);
        Connection *batch = NULL, **end = &batch;
        for (int i = 0; i < ready; i++) {
            void *what = events[i].data.ptr;
            if (!what) {
                int fd = accept(listener, NULL, NULL);
                if (fd < 0) continue;
                no_delay(fd);
                Connection *c = calloc(1, sizeof *c);
                c->fd = fd;
                watch(epoll, fd, EPOLLIN, c);
            } else if (what == &wake) {
                answer_stored();
            } else {
                Connection *c = readable(what);
                if (!c) continue;
                c->next = NULL;
                *end = c;
                end = &c->next;
            }
        }
        if (!batch) continue;
        pthread_mutex_lock(&lock);
        *waiting_end = batch;
        waiting_end = end;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
}
