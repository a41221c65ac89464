import Glibc

/// A file that holds a store, by its path, and how files take each other's place without ever being half there.
struct DatabaseFile {
    let path: String

    init(_ path: String) { self.path = path }

    var exists: Bool { access(path, F_OK) == 0 }

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

    /// An empty file of this process's own, which nobody but the owner reads.
    func create() throws(CopyFault) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw fault("cannot be made") }
        close(descriptor)
    }

    /// Has its bytes reach the disk.
    func synchronize() throws(CopyFault) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault("cannot be opened") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw fault("cannot be written to the disk") }
    }

    /// Takes the place of `other`, at once and for good: whatever had that name loses it.
    func replace(_ other: DatabaseFile) throws(CopyFault) {
        guard rename(path, other.path) == 0 else { throw other.fault("cannot be put in place") }
        try other.folder.synchronize()
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

    private var folder: DatabaseFile {
        guard let slash = path.lastIndex(of: "/") else { return DatabaseFile(".") }
        return DatabaseFile(slash == path.startIndex ? "/" : String(path[..<slash]))
    }

    private func fault(_ problem: String) -> CopyFault {
        CopyFault("\(path) \(problem): \(String(cString: strerror(errno)))")
    }
}
