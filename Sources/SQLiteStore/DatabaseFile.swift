import Glibc

/// A file that holds a store, by its path, and how files take each other's place without ever being half there.
struct DatabaseFile {
    let path: String

    init(_ path: String) { self.path = path }

    /// Whether the name is taken; a symbolic link that leads nowhere takes it as well.
    var exists: Bool {
        var found = stat()
        return lstat(path, &found) == 0
    }

    /// Whether both names are of one file.
    func isSame(as other: DatabaseFile) -> Bool {
        var (here, there) = (stat(), stat())
        return stat(path, &here) == 0 && stat(other.path, &there) == 0 && here.st_dev == there.st_dev
            && here.st_ino == there.st_ino
    }

    /// In bytes; 0 where there is no file.
    var size: Int64 {
        var found = stat()
        return stat(path, &found) == 0 ? Int64(found.st_size) : 0
    }

    /// Makes it, empty, where there is none; nobody but the owner reads it. The superuser makes it for whoever owns `other`:
    /// a store that the broker's user cannot open is none.
    func create(ownedAs other: DatabaseFile? = nil) throws(CopyFault) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw fault("cannot be made") }
        defer { close(descriptor) }
        var owner = stat()
        guard let other, geteuid() == 0, stat(other.path, &owner) == 0 else { return }
        guard fchown(descriptor, owner.st_uid, owner.st_gid) == 0 else {
            unlink(path)
            throw fault("cannot be given to its owner")
        }
    }

    /// An empty file of this process's own that is to take this one's place. What a process that was killed left of one
    /// is taken away first.
    func makePart(ownedAs other: DatabaseFile? = nil) throws(CopyFault) -> DatabaseFile {
        for left in leftParts { left.remove() }
        let part = DatabaseFile("\(path).part-\(getpid())")
        try part.create(ownedAs: other)
        return part
    }

    /// Parts that nobody works on any more. Processes of other containers have numbers of their own, so a lock counts too.
    private var leftParts: [DatabaseFile] {
        guard let entries = opendir(folder.path) else { return [] }
        defer { closedir(entries) }
        var left: [DatabaseFile] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix(self.name + ".part-"),
                let process = pid_t(name.dropFirst(self.name.count + ".part-".count)), process > 0
            else { continue }
            let part = DatabaseFile("\(folder.path)/\(name)")
            let isGone = process == getpid() || (kill(process, 0) != 0 && errno == ESRCH)
            if isGone && part.holder == nil { left.append(part) }
        }
        return left
    }

    /// Has its bytes reach the disk.
    func synchronize() throws(CopyFault) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault("cannot be opened") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw fault("cannot be written to the disk") }
    }

    /// Takes the place of `other`, at once: whatever had that name loses it. For good it is when the folder is synchronized.
    func replace(_ other: DatabaseFile) throws(CopyFault) {
        guard rename(path, other.path) == 0 else { throw other.fault("cannot be put in place") }
    }

    /// Whether it is a name that SQLite gives to what it keeps beside `other`.
    func isCompanion(of other: DatabaseFile) -> Bool {
        Self.companions.contains { name == DatabaseFile(other.resolved).name + $0 }
            && folder.isSame(as: DatabaseFile(other.resolved).folder)
    }

    /// The path without symbolic links, where the file is there.
    var resolved: String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Gives the file one more name.
    func keep(as other: DatabaseFile) throws(CopyFault) {
        guard link(path, other.path) == 0 else { throw fault("cannot be kept as \(other.path)") }
    }

    /// Removes the file and what SQLite keeps beside it.
    func remove() { for suffix in [""] + Self.companions { unlink(path + suffix) } }

    /// What SQLite keeps beside a file: a log that belongs to another file would spoil it.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// Gives what SQLite keeps beside the file the names that belong to `other`.
    func moveCompanions(to other: DatabaseFile) {
        for suffix in Self.companions { rename(path + suffix, other.path + suffix) }
    }

    /// Another process that has the file open as a store.
    var holder: pid_t? {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Where SQLite locks a file, whatever it holds (file format section 1.3.2, the lock-byte page).
        var wanted = flock(
            l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0x4000_0000, l_len: 512, l_pid: 0)
        guard fcntl(descriptor, F_GETLK, &wanted) == 0, wanted.l_type != Int16(F_UNLCK) else { return nil }
        return wanted.l_pid
    }

    private var name: String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    var folder: DatabaseFile {
        guard let slash = path.lastIndex(of: "/") else { return DatabaseFile(".") }
        return DatabaseFile(slash == path.startIndex ? "/" : String(path[..<slash]))
    }

    private func fault(_ problem: String) -> CopyFault {
        CopyFault("\(path) \(problem): \(String(cString: strerror(errno)))")
    }
}
