const fullDisk = /^(ENOSPC|EDQUOT|SQLITE_FULL)/;
/** A file that is too short is damaged, and no fault of the disk. */
const failedDisk = /^(EIO|EROFS|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_IOERR(?!_SHORT_READ))/;

/** True for the error of a disk that is full, fails or takes no writes. */
export function isOfDisk(error: unknown): boolean {
  return isOfFullDisk(error) || failedDisk.test(codeOf(error));
}

export function isOfFullDisk(error: unknown): boolean {
  return fullDisk.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
