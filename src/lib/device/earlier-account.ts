import { fullName } from "../format.ts";
import type { Editor } from "../optimistic/block-change.ts";
import { ownAccounts } from "./own-accounts.ts";

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
export function isOfEarlierAccount(author: Author, person: Editor): boolean {
  if (!hasSameWords(author, person)) return false;
  return isNamed(author) || ownAccounts.has(person.id, author.by);
}

/**
 * True for something of an earlier account without a name, at the address of a person without a name. Two people may
 * have had the address, so nothing of it is shown until the person calls the account their own.
 */
export function isInDoubt(author: Author, person: Editor): boolean {
  return hasSameWords(author, person) && !isOfEarlierAccount(author, person);
}

function hasSameWords({ by, email, name }: Author, person: Editor): boolean {
  const present = authorOf(person);
  const isSameName = name?.toLowerCase() === present.name.toLowerCase();
  return by !== present.by && email === present.email && isSameName && email !== null;
}

/** True for a person whose address stands in for the name. */
export function isNameless(person: Editor): boolean {
  return !isNamed(authorOf(person));
}

/** False for an account whose address stands in for its name. */
function isNamed({ email, name }: Author): boolean {
  return name?.toLowerCase() !== email;
}

/** True for something that the person has left, under the present account or an earlier one. */
export function isOf(author: Author, person: Editor): boolean {
  return author.by === person.id || isOfEarlierAccount(author, person);
}
