// A disk that refuses, for the process that loads this ahead of the C library. FAULTY_DIR is the folder whose disk it is, and
// FAULTY_MARKS another one: while a file "readonly" or "full" is there, the disk is so; each "flush" fails one.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(type, name, ...)                                    \
  static type (*real)(__VA_ARGS__);                              \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int marked(const char *name, int takes) {
  const char *folder = getenv("FAULTY_MARKS");
  char path[512];
  if (!folder) return 0;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  if (!takes) return access(path, F_OK) == 0;
  REAL(int, "unlink", const char *);
  return real(path) == 0;
}

static int inside(const char *path) {
  const char *folder = getenv("FAULTY_DIR");
  return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int inside_fd(int fd) {
  char link[64], path[512];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return inside(path);
}

/** The error of a change of names, 0 where it may be. */
static int refused(const char *path) {
  return inside(path) && marked("readonly", 0) ? EROFS : 0;
}

/** The error of a change of bytes. */
static int refused_fd(int fd) {
  int code = marked("readonly", 0) ? EROFS : marked("full", 0) ? ENOSPC : 0;
  return code && inside_fd(fd) ? code : 0;
}

#define FAIL_IF(code)  \
  do {                 \
    int found = code;  \
    if (found) {       \
      errno = found;   \
      return -1;       \
    }                  \
  } while (0)

static int opened(const char *path, int flags) {
  if (!(flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC))) return 0;
  return refused(path);
}

#define OPEN(name)                                                    \
  int name(const char *path, int flags, ...) {                        \
    va_list rest;                                                     \
    va_start(rest, flags);                                            \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                     \
    FAIL_IF(opened(path, flags));                                     \
    REAL(int, #name, const char *, int, ...);                         \
    return real(path, flags, mode);                                   \
  }
OPEN(open)
OPEN(open64)

#define WRITE(name, kind, size, ...)                                  \
  ssize_t name(int fd, kind data, size count, ##__VA_ARGS__)
WRITE(write, const void *, size_t) {
  FAIL_IF(refused_fd(fd));
  REAL(ssize_t, "write", int, const void *, size_t);
  return real(fd, data, count);
}
WRITE(writev, const struct iovec *, int) {
  FAIL_IF(refused_fd(fd));
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  return real(fd, data, count);
}
#define PWRITE(name, offset)                                          \
  WRITE(name, const void *, size_t, offset at) {                      \
    FAIL_IF(refused_fd(fd));                                          \
    REAL(ssize_t, #name, int, const void *, size_t, offset);          \
    return real(fd, data, count, at);                                 \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)
#define PWRITEV(name, offset)                                         \
  WRITE(name, const struct iovec *, int, offset at) {                 \
    FAIL_IF(refused_fd(fd));                                          \
    REAL(ssize_t, #name, int, const struct iovec *, int, offset);     \
    return real(fd, data, count, at);                                 \
  }
PWRITEV(pwritev, off_t)
PWRITEV(pwritev64, off64_t)

#define TRUNCATE(name, offset)                                        \
  int name(int fd, offset size) {                                     \
    FAIL_IF(refused_fd(fd));                                          \
    REAL(int, #name, int, offset);                                    \
    return real(fd, size);                                            \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define FLUSH(name)                                                   \
  int name(int fd) {                                                  \
    FAIL_IF(inside_fd(fd) && marked("flush", 1) ? EIO : 0);            \
    REAL(int, #name, int);                                            \
    return real(fd);                                                  \
  }
FLUSH(fsync)
FLUSH(fdatasync)

int unlink(const char *path) {
  FAIL_IF(refused(path));
  REAL(int, "unlink", const char *);
  return real(path);
}
int rename(const char *from, const char *to) {
  FAIL_IF(refused(to));
  REAL(int, "rename", const char *, const char *);
  return real(from, to);
}
int mkdir(const char *path, mode_t mode) {
  FAIL_IF(refused(path));
  REAL(int, "mkdir", const char *, mode_t);
  return real(path, mode);
}
