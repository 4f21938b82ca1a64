import type { Entry, ZipFile } from "yauzl";

/** The bytes that files may still take of the disk. */
export type Room = () => number;

/** Each takes memory while the import goes on: a million files are two imports. */
const mostEntries = 500_000;
const mostDirectoryBytes = 32 * 1024 * 1024;
const mostTables = 10_000;
/** The lists of tables and the descriptions of fields are read whole. */
const mostNoteBytes = 16 * 1024 * 1024;
/** A document has 1 MiB at most; its JSON may write one byte as six, and bytes in base64. */
export const mostLineChars = 16 * 1024 * 1024;
/** An array is read whole; lines are not. */
export const mostArrayBytes = 64 * 1024 * 1024;

/** Text takes its own room, and room in the database; until the import is over the database has it twice. */
const roomOfText = 3;

/** Takes the entries of a zip one by one, before anything of them is unpacked; throws when they are too many or too long. */
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

/** A file of an import that is read whole. */
export function requireShortNote({ fileName, uncompressedSize }: Entry): void {
  if (uncompressedSize > mostNoteBytes)
    throw new Error(`${fileName} has ${sizeText(uncompressedSize)}, which is too much.`);
}

/** Throws unless the unpacked file fits on the disk above the floor. A zip says the sizes, and more than that is never unpacked. */
export function requireRoomFor(size: { text: number; files: number }, room: Room): void {
  const needed = roomOfText * size.text + size.files;
  const free = Math.max(0, room());
  if (needed <= free) return;
  throw new Error(
    `Unpacked it needs up to ${sizeText(needed)} of free disk on the server, and ${sizeText(free)} are free for it. ` +
      "Make room, or import it in parts.",
  );
}

/** Rows may take more room than their text: a check that throws once the rest is no more than they took. */
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
