// Preloaded into a database: logs what it does to the files under RECORD_ROOT, each thing after it was done.
// A record is a head, its names (two of a rename, with a zero byte between them) and its bytes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

// The same numbers are in recording.ts.
enum { CREATE = 1, WRITE, TRUNCATE, EXTEND, RENAME, LINK, UNLINK, MKDIR, RMDIR, SYNC_BEGIN, SYNC_END };

struct head {
  uint32_t kind, names;
  uint64_t file, offset, length;
};

#define MAX_FD 65536
#define MAX_PARTS 128
static char root[PATH_MAX];
static size_t root_length;
static int log_fd = -1;
static _Atomic uint64_t syncs;
// By descriptor: the inode of a recorded file, or the path of a recorded folder.
static _Atomic uint64_t files[MAX_FD];
static _Atomic(char *) folders[MAX_FD];

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void start(void) {
  const char *from = getenv("RECORD_ROOT"), *to = getenv("RECORD_LOG");
  if (!from || !to) return;
  root_length = (size_t)snprintf(root, sizeof root, "%s", from);
  log_fd = open(to, O_WRONLY | O_APPEND | O_CLOEXEC);
}

// One write to a file opened for appending is whole, whatever other processes do.
static void record(uint32_t kind, uint64_t file, uint64_t offset, const char *names, size_t names_length,
                   const struct iovec *data, int parts, uint64_t length) {
  if (log_fd < 0) return;
  struct head head = {kind, (uint32_t)names_length, file, offset, length};
  struct iovec all[MAX_PARTS + 2] = {{&head, sizeof head}, {(void *)names, names_length}};
  int count = 2;
  uint64_t left = parts ? length : 0;
  for (int i = 0; i < parts && left > 0 && count < MAX_PARTS + 2; i++) {
    size_t part = data[i].iov_len < left ? data[i].iov_len : left;
    all[count++] = (struct iovec){data[i].iov_base, part};
    left -= part;
  }
  REAL(writev);
  if (left > 0 || real(log_fd, all, count) < 0) abort();
}

// The absolute path if it is recorded.
static int place(int folder, const char *path, char *out) {
  if (log_fd < 0 || !path) return 0;
  int length;
  if (path[0] == '/') length = snprintf(out, PATH_MAX, "%s", path);
  else {
    char base[PATH_MAX], link[40];
    if (folder == AT_FDCWD) {
      if (!getcwd(base, sizeof base)) return 0;
    } else {
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
      ssize_t n = readlink(link, base, sizeof base - 1);
      if (n < 0) return 0;
      base[n] = 0;
    }
    length = snprintf(out, PATH_MAX, "%s/%s", base, path);
  }
  return length < PATH_MAX && !strncmp(out, root, root_length) && (out[root_length] == '/' || !out[root_length]);
}

static void named(uint32_t kind, uint64_t file, const char *path) { record(kind, file, 0, path, strlen(path), 0, 0, 0); }

static void opened(int fd, int flags, int was_there, const char *path) {
  struct stat info;
  if (fd < 0 || fd >= MAX_FD || fstat(fd, &info)) return;
  if (S_ISDIR(info.st_mode)) folders[fd] = strdup(path);
  if (!S_ISREG(info.st_mode)) return;
  files[fd] = info.st_ino;
  if (!was_there) named(CREATE, info.st_ino, path);
  else if (flags & O_TRUNC) record(TRUNCATE, info.st_ino, 0, "", 0, 0, 0, 0);
}

#define OPEN(name, ...) \
  { \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
      va_list list; \
      va_start(list, flags); \
      mode = va_arg(list, mode_t); \
      va_end(list); \
    } \
    REAL(name); \
    char full[PATH_MAX]; \
    int is_ours = place(folder, path, full); \
    int was_there = !is_ours || !(flags & O_CREAT) || access(full, F_OK) == 0; \
    int fd = real(__VA_ARGS__); \
    if (is_ours) opened(fd, flags, was_there, full); \
    return fd; \
  }
int open(const char *path, int flags, ...) { const int folder = AT_FDCWD; OPEN(open, path, flags, mode) }
int open64(const char *path, int flags, ...) { const int folder = AT_FDCWD; OPEN(open64, path, flags, mode) }
int openat(int folder, const char *path, int flags, ...) OPEN(openat, folder, path, flags, mode)
int openat64(int folder, const char *path, int flags, ...) OPEN(openat64, folder, path, flags, mode)
int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open64(path, flags); }

int close(int fd) {
  REAL(close);
  if (fd >= 0 && fd < MAX_FD) {
    files[fd] = 0;
    free(atomic_exchange(&folders[fd], 0));
  }
  return real(fd);
}

// The C library closes streams without calling close, so that a descriptor can be something else by now.
static uint64_t recorded(int fd) {
  struct stat info;
  if (fd < 0 || fd >= MAX_FD || !files[fd]) return 0;
  if (fstat(fd, &info) || info.st_ino != files[fd]) files[fd] = 0;
  return files[fd];
}

static void written(int fd, uint64_t at, const struct iovec *data, int parts, ssize_t length) {
  if (length > 0 && recorded(fd)) record(WRITE, files[fd], at, "", 0, data, parts, (uint64_t)length);
}

#define WRITE_AT(name, type) \
  ssize_t name(int fd, const void *data, size_t size, type at) { \
    REAL(name); \
    ssize_t done = real(fd, data, size, at); \
    struct iovec one = {(void *)data, size}; \
    written(fd, (uint64_t)at, &one, 1, done); \
    return done; \
  }
WRITE_AT(pwrite, off_t)
WRITE_AT(pwrite64, off64_t)
#define WRITE_PARTS_AT(name, type) \
  ssize_t name(int fd, const struct iovec *data, int parts, type at) { \
    REAL(name); \
    ssize_t done = real(fd, data, parts, at); \
    written(fd, (uint64_t)at, data, parts, done); \
    return done; \
  }
WRITE_PARTS_AT(pwritev, off_t)
WRITE_PARTS_AT(pwritev64, off64_t)

ssize_t write(int fd, const void *data, size_t size) {
  REAL(write);
  ssize_t done = real(fd, data, size);
  struct iovec one = {(void *)data, size};
  if (done > 0 && recorded(fd)) written(fd, (uint64_t)(lseek(fd, 0, SEEK_CUR) - done), &one, 1, done);
  return done;
}
ssize_t writev(int fd, const struct iovec *data, int parts) {
  REAL(writev);
  ssize_t done = real(fd, data, parts);
  if (done > 0 && recorded(fd)) written(fd, (uint64_t)(lseek(fd, 0, SEEK_CUR) - done), data, parts, done);
  return done;
}

#define CUT(name, type) \
  int name(int fd, type length) { \
    REAL(name); \
    int result = real(fd, length); \
    if (!result && recorded(fd)) record(TRUNCATE, files[fd], (uint64_t)length, "", 0, 0, 0, 0); \
    return result; \
  }
CUT(ftruncate, off_t)
CUT(ftruncate64, off64_t)
int truncate(const char *path, off_t length) {
  int fd = open(path, O_WRONLY);
  if (fd < 0) return -1;
  int result = ftruncate(fd, length);
  close(fd);
  return result;
}
#define ALLOCATE(name, type) \
  int name(int fd, type offset, type length) { \
    REAL(name); \
    int result = real(fd, offset, length); \
    if (!result && recorded(fd)) record(EXTEND, files[fd], (uint64_t)(offset + length), "", 0, 0, 0, 0); \
    return result; \
  }
ALLOCATE(posix_fallocate, off_t)
ALLOCATE(posix_fallocate64, off64_t)

#define SYNC(name) \
  int name(int fd) { \
    REAL(name); \
    const char *folder = fd >= 0 && fd < MAX_FD ? folders[fd] : 0; \
    uint64_t file = recorded(fd); \
    if (!file && !folder) return real(fd); \
    uint64_t id = ((uint64_t)getpid() << 32) | ++syncs; \
    record(SYNC_BEGIN, file, id, folder ? folder : "", folder ? strlen(folder) : 0, 0, 0, 0); \
    int result = real(fd); \
    if (!result) record(SYNC_END, file, id, "", 0, 0, 0, 0); \
    return result; \
  }
SYNC(fsync)
SYNC(fdatasync)

static void moved(uint32_t kind, const char *from, const char *to) {
  char both[2 * PATH_MAX];
  size_t first = strlen(from) + 1, second = strlen(to);
  memcpy(both, from, first);
  memcpy(both + first, to, second);
  record(kind, 0, 0, both, first + second, 0, 0, 0);
}
#define MOVE(name, kind, from_folder, to_folder, ...) \
  { \
    REAL(name); \
    char source[PATH_MAX], target[PATH_MAX]; \
    int is_ours = place(from_folder, from, source) | place(to_folder, to, target); \
    int result = real(__VA_ARGS__); \
    if (!result && is_ours) moved(kind, source, target); \
    return result; \
  }
int rename(const char *from, const char *to) MOVE(rename, RENAME, AT_FDCWD, AT_FDCWD, from, to)
int renameat(int a, const char *from, int b, const char *to) MOVE(renameat, RENAME, a, b, a, from, b, to)
int renameat2(int a, const char *from, int b, const char *to, unsigned flags)
    MOVE(renameat2, RENAME, a, b, a, from, b, to, flags)
int link(const char *from, const char *to) MOVE(link, LINK, AT_FDCWD, AT_FDCWD, from, to)

#define NAME(name, kind, folder, ...) \
  { \
    REAL(name); \
    char full[PATH_MAX]; \
    int is_ours = place(folder, path, full); \
    int result = real(__VA_ARGS__); \
    if (!result && is_ours) named(kind, 0, full); \
    return result; \
  }
int unlink(const char *path) NAME(unlink, UNLINK, AT_FDCWD, path)
int unlinkat(int folder, const char *path, int flags)
    NAME(unlinkat, flags & AT_REMOVEDIR ? RMDIR : UNLINK, folder, folder, path, flags)
int mkdir(const char *path, mode_t mode) NAME(mkdir, MKDIR, AT_FDCWD, path, mode)
int rmdir(const char *path) NAME(rmdir, RMDIR, AT_FDCWD, path)
