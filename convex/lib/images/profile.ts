import { bytesOf, type Source, slice, sourceOf, textAt } from "./bytes.ts";

const headLength = 128;
const entryLength = 12;
const mostTags = 100;
/** The maximum length of all tags together, as a multiple of the length of the profile. */
const mostCovered = 4;
/** Ranges of the header that name a maker, a model and a program, and the reserved rest. */
const notesInHead: readonly [number, number][] = [
  [48, 56],
  [80, headLength],
];

/** The length in bytes of tags of a fixed size, by their type signature; other tags say how long they are. */
const fixedLengths: Readonly<Record<string, number>> = { "XYZ ": 20, sf32: 44, cicp: 12, chrm: 36 };
/** Types of colour lookup tables. */
const tables: readonly string[] = ["mft1", "mft2", "mAB ", "mBA "];

type Tag = { type: string; start: number; end: number };

/**
 * A colour profile (ICC) of the same length without its texts and unused bytes, or null when it cannot be read. The
 * numbers from which colours are computed stay exactly the same.
 */
export function harmlessProfile(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  try {
    return withoutNotes(sourceOf(bytes));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function withoutNotes(source: Source): Uint8Array<ArrayBuffer> | null {
  const { bytes, view } = source;
  if (textAt(source, 36, 4) !== "acsp") return null;
  const count = view.getUint32(headLength);
  if (count > mostTags) return null;
  const tableEnd = headLength + 4 + count * entryLength;
  const kept = new Uint8Array(bytes.length);
  kept.set(slice(source, 0, tableEnd));
  for (const [from, to] of notesInHead) kept.fill(0, from, to);
  let covered = 0;
  for (let index = 0; index < count; index++) {
    const at = headLength + 4 + index * entryLength;
    const start = view.getUint32(at + 4);
    const end = start + view.getUint32(at + 8);
    if (start < tableEnd || end < start + 8) return null;
    // Tags may share bytes, as the curves of three colours do. But a hundred tags that each cover a long profile would
    // cost too much time.
    covered += end - start;
    if (covered > mostCovered * bytes.length) return null;
    slice(source, start, end);
    kept.set(harmlessTag(source, { type: textAt(source, start, 4), start, end }), start);
  }
  return kept;
}

/** The kept bytes of a tag: its numbers; of a text, only the type signature. */
function harmlessTag(source: Source, { type, start, end }: Tag): Uint8Array {
  const length = numbersLength(source, { type, start, end });
  if (length !== null) return slice(source, start, Math.min(end, start + length));
  const empty = sourceOf(new Uint8Array(end - start));
  if (!["desc", "mluc", "text"].includes(type)) return empty.bytes;
  empty.bytes.set(bytesOf(type));
  // A description has a length of 1, for its final NUL. An empty list of texts still states the size of an entry.
  if (type === "desc" && end - start >= 13) empty.view.setUint32(8, 1);
  if (type === "mluc" && end - start >= 16) empty.view.setUint32(12, entryLength);
  return empty.bytes;
}

/** The length of a tag's numbers in bytes; null for a tag without numbers. */
function numbersLength({ view }: Source, { type, start, end }: Tag): number | null {
  if (tables.includes(type)) return end - start;
  if (type === "curv") return 12 + 2 * view.getUint32(start + 8);
  if (type === "para") return 12 + 4 * (2 * view.getUint16(start + 8) + 1);
  return fixedLengths[type] ?? null;
}
