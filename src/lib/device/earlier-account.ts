import { fullName } from "../format.ts";
import type { Editor } from "../optimistic/block-change.ts";

/** The person who left something on this device, as far as it is stored with it. */
export interface Author {
  /** The id of the account. */
  by: string;
  /** The email address in small letters. Left out by earlier versions of the app. */
  email?: string | null | undefined;
  /** The full name. Left out by earlier versions of the app. */
  name?: string | undefined;
}

/** The fields that tell later who has left something on this device. */
export function authorOf(person: Editor) {
  return { by: person.id, email: person.email?.toLowerCase() ?? null, name: fullName(person) };
}

/**
 * True for something of the same person under another id. A workspace that begins anew, or from an older backup, gives
 * the person a new account. The name has to be the same too, because a company may give the address of one person to
 * the next.
 */
export function isOfEarlierAccount({ by, email, name }: Author, person: Editor): boolean {
  const present = authorOf(person);
  return by !== present.by && email === present.email && name === present.name && email !== null;
}

/** True for something that the person has left, under the present account or an earlier one. */
export function isOf(author: Author, person: Editor): boolean {
  return author.by === person.id || isOfEarlierAccount(author, person);
}
