import Settings
import Testing

struct StoreReadingTests {
    private func read(_ url: String) -> ConfigurationReading {
        Desk.read(["store": "{ url: \"\(url)\" }"])
    }

    @Test(arguments: [
        "postgresql://homing@db.example.com/homing?sslmode=verify-full",
        "postgres://homing:p%40ss@10.0.0.5:5433,db2/homing?sslmode=verify-full&target_session_attrs=read-write",
        "postgresql:///homing", "postgresql:///homing?host=/run/postgresql",
        "postgresql://%2Frun%2Fpostgresql/homing", "postgresql://127.0.0.1/homing?sslmode=disable",
        "postgresql://u@[::1]:5432/homing?options=-csearch_path%3Dhoming", "postgresql://localhost",
    ])
    func `a PostgreSQL database is named by its URL, whole`(url: String) {
        let reading = read(url)
        #expect(reading.faults.isEmpty)
        #expect(reading.configuration?.store == .postgresql(url: url))
    }

    @Test(arguments: [
        "postgresql:/u@h/d", "Postgresql://u@h/d", "postgresql://u:marker-pass word@h/d",
        "postgresql://u:marker-pass%@h/d", "postgresql://u:marker-pass%4@h/d",
        "postgresql://u:marker-päss@h/d",
        "postgresql://u:marker-p#ss@h/d", "postgresql://u:marker-p@ss@h/d", "postgresql://u:marker-p/ss@h/d",
        "postgresql://u:marker-pass@h/d?sslmode=full", "postgresql://u:marker-pass@h/d?sslmode=",
        "postgresql://u:marker-pass@h/d?sslmod=verify-full",
        "postgresql://u:marker-pass@h/d?target_session_attrs=any",
        "postgresql://u:marker-pass@h/d?client_encoding=LATIN1",
    ])
    func `what PostgreSQL's library would misread is a fault, and its password is not shown`(url: String) {
        let reading = read(url)
        #expect(reading.hard["store.url"] != nil)
        #expect(!reading.shown.contains("marker-p"))
    }

    @Test(arguments: [
        "postgresql://u:marker-pass@db.example.com/d", "postgresql://u@10.0.0.5/d?sslmode=require",
        "postgresql://u@127.0.0.1,10.0.0.5/d?sslmode=verify-ca", "postgresql:///d?host=db.example.com",
        "postgresql://u@localhost/d?hostaddr=10.0.0.5", "postgresql://127.evil.example/d",
    ])
    func `another machine without verify-full is worth a warning`(url: String) {
        let reading = read(url)
        #expect(reading.isSound)
        #expect(reading.warned.contains { $0.path == "store.url" && $0.mend.contains("verify-full") })
        #expect(!reading.shown.contains("marker-p"))
    }
}
