import type { Editor } from "../optimistic/block-change.ts";
import { listOf, objectOf, orNull, text } from "../shape.ts";
import type { CopiedRow, Place } from "./copied-row.ts";
import { copiesWritten } from "./copy-line.ts";
import { isOf } from "./earlier-account.ts";
import { COPY_PREFIX, secondCopyOf } from "./second-copy.ts";

/** The fields of a copied row that tell whose it is, and which files belong to it. */
const owned = objectOf(
  { by: text },
  { email: orNull(text), name: text, id: text, files: listOf(objectOf({ key: text })) },
);

/**
 * Removes all that the second copies have of a person, also what the databases do not have: rows that were not put back
 * yet, and those of work that another tab has sent.
 */
export async function forgetCopies(person: Editor): Promise<void> {
  await copiesWritten();
  if (!("caches" in globalThis)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(COPY_PREFIX));
  for (const name of names) {
    const copy = secondCopyOf(name);
    const drop = (await copy.rows()).flatMap((row) => placesOf(row, person));
    await copy.note({ drop });
  }
}

function placesOf(row: CopiedRow, person: Editor): Place[] {
  const own = owned(row.value);
  if (own === undefined || !isOf(own, person)) return [];
  const { id, files = [] } = own;
  const keys = [...(id === undefined ? [] : [id]), ...files.map(({ key }) => key)];
  return [row, ...keys.map((key) => ({ store: "files", key }))];
}
