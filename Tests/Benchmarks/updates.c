// updates: what SQLite's durability costs plain C: rows changed in transactions of so many, one after the other, WAL and
// synchronous=FULL. The table is that of the transactions, filled beforehand; each row is changed once, in key order.
// usage: updates FILE BATCH SECONDS.  Prints rows/s= p50_ms= p99_ms= (of whole transactions)
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { rows = 200000, details = 260 };

static sqlite3 *db;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void check(int held) {
    if (held) return;
    fprintf(stderr, "%s\n", sqlite3_errmsg(db));
    exit(1);
}

static void execute(const char *sql) { check(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK); }

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK);
    return statement;
}

static void run(sqlite3_stmt *statement) {
    check(sqlite3_step(statement) == SQLITE_DONE);
    sqlite3_reset(statement);
}

/// An id that begins with its number, as ours do with their time.
static void bind_id(sqlite3_stmt *statement, unsigned long number) {
    unsigned char id[24];
    memset(id, 7, sizeof id);
    for (int i = 0; i < 8; i++) id[i] = (unsigned char)(number >> (56 - 8 * i));
    sqlite3_bind_blob(statement, 1, id, sizeof id, SQLITE_TRANSIENT);
}

static void fill(void) {
    execute("CREATE TABLE t(id BLOB PRIMARY KEY, version INT, phase INT, phase_at INT, details BLOB) WITHOUT ROWID");
    sqlite3_stmt *insert = prepared("INSERT INTO t VALUES(?1,1,1,0,?2)");
    unsigned char sealed[details];
    memset(sealed, 7, sizeof sealed);
    execute("BEGIN");
    for (unsigned long number = 0; number < rows; number++) {
        bind_id(insert, number);
        sqlite3_bind_blob(insert, 2, sealed, sizeof sealed, SQLITE_STATIC);
        run(insert);
    }
    execute("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
    sqlite3_finalize(insert);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(int count, char **words) {
    if (count < 4) return 2;
    unsigned long batch = strtoul(words[2], NULL, 10), done = 0, commits = 0;
    double seconds = atof(words[3]), *times = malloc(rows * sizeof *times);
    check(sqlite3_open(words[1], &db) == SQLITE_OK);
    execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=4000; PRAGMA cache_size=-8000");
    fill();
    sqlite3_stmt *begin = prepared("BEGIN IMMEDIATE"), *commit = prepared("COMMIT");
    sqlite3_stmt *update = prepared("UPDATE t SET version=version+1, phase=2, phase_at=?2 WHERE id=?1 AND version=1");
    double start = now();
    while (now() - start < seconds && done + batch <= rows) {
        double began = now();
        run(begin);
        for (unsigned long i = 0; i < batch; i++) {
            bind_id(update, done++);
            sqlite3_bind_int64(update, 2, 1800000000000);
            run(update);
            check(sqlite3_changes(db) == 1);
        }
        run(commit);
        times[commits++] = now() - began;
    }
    double elapsed = now() - start;
    qsort(times, commits, sizeof *times, ascending);
    printf("rows/s=%.0f p50_ms=%.3f p99_ms=%.3f\n", (double)done / elapsed, times[commits / 2] * 1e3,
           times[commits * 99 / 100] * 1e3);
    return 0;
}
