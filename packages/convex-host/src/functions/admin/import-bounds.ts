import type { Entry, ZipFile } from "yauzl";

/** Returns the bytes of disk that an import may still use. */
export type Room = () => number;

/** The most entries of a zip. Each takes memory during the import: a million files are two imports. */
const mostEntries = 500_000;
const mostDirectoryBytes = 32 * 1024 * 1024;
const mostTables = 10_000;
/** The most bytes of a file that is read whole: the list of tables or a description of fields. */
const mostNoteBytes = 16 * 1024 * 1024;
/**
 * The most characters of a line. A document has 1 MiB at most; its JSON may write one byte as six, and bytes in base64.
 */
export const mostLineChars = 16 * 1024 * 1024;
/** The most bytes of a JSON array, which is read whole. JSON lines are not. */
export const mostArrayBytes = 64 * 1024 * 1024;

/**
 * The disk that text needs, as a multiple of its size: the unpacked file, and twice in the database until the import
 * ends.
 */
const roomOfText = 3;

/**
 * Returns a check for each entry of a zip, to call before anything is unpacked. The check throws when the entries are
 * too many or their names too long.
 */
export function boundedEntries({ entryCount }: Pick<ZipFile, "entryCount">) {
  if (entryCount > mostEntries) throw tooMany("entries", mostEntries);
  let bytes = 0;
  return ({ fileNameLength, extraFieldLength, fileCommentLength }: Entry): void => {
    bytes += fileNameLength + extraFieldLength + fileCommentLength;
    if (bytes > mostDirectoryBytes)
      throw new Error("The list of what is in the file is too long. Make a new export.");
  };
}

export function requireFewTables(count: number): void {
  if (count > mostTables) throw tooMany("tables", mostTables);
}

/** Throws when a file that is read whole is too large. */
export function requireShortNote({ fileName, uncompressedSize }: Entry): void {
  if (uncompressedSize > mostNoteBytes)
    throw new Error(`${fileName} has ${sizeText(uncompressedSize)}, which is too much.`);
}

/**
 * Throws unless the unpacked file fits on the disk above the floor. A zip declares the sizes, and no entry is unpacked
 * beyond its declared size.
 */
export function requireRoomFor(size: { text: number; files: number }, room: Room): void {
  const needed = roomOfText * size.text + size.files;
  const free = Math.max(0, room());
  if (needed <= free) return;
  throw new Error(
    `Unpacked it needs up to ${sizeText(needed)} of free disk on the server, and ${sizeText(free)} are free for it. ` +
      "Make room, or import it in parts.",
  );
}

/**
 * Returns a check for use during the import, because rows may take more room than their text. It throws once the
 * remaining room is no more than the import has used.
 */
export function watchRoom(room: Room): () => void {
  const before = room();
  return () => {
    if (before === Infinity || 2 * room() > before) return;
    throw new Error(
      "The free disk of the server is too little for what is in the file. Make room, or import it in parts.",
    );
  };
}

function tooMany(what: string, most: number): Error {
  return new Error(`The file holds more than ${most} ${what}. Import it in parts.`);
}

function sizeText(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
