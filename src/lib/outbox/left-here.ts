import { openChannel } from "../device/channel.ts";
import { isInDoubt, isNameless } from "../device/earlier-account.ts";
import { ownAccounts, toldAccounts } from "../device/own-accounts.ts";
import type { Editor } from "../optimistic/block-change.ts";
import { toastStore } from "../toast-store.ts";
import { TypedDatabase } from "../typed/typed-database.ts";

/**
 * The work of one earlier account without a name, at the address of a person without a name. It may be another
 * person's, so only its size is shown. It stays on the device until a person calls the account their own.
 */
export interface LeftWork {
  account: string;
  changes: number;
  texts: number;
  photos: number;
  /** The time of its latest change or text, in ms since the epoch; null where photos alone are left. */
  at: number | null;
}

/** A part of such work. */
export type LeftPart = Partial<LeftWork> & { account: string };

/** The parts of several accounts as one line for each account. */
export function leftWork(parts: readonly LeftPart[], person: Editor): readonly LeftWork[] {
  const byAccount = new Map<string, LeftWork>();
  for (const { account, changes = 0, texts = 0, photos = 0, at = null } of parts) {
    if (ownAccounts.has(person.id, account)) continue;
    const sum = byAccount.get(account) ?? { account, changes: 0, texts: 0, photos: 0, at: null };
    byAccount.set(account, {
      account,
      changes: sum.changes + changes,
      texts: sum.texts + texts,
      photos: sum.photos + photos,
      at: at === null ? sum.at : Math.max(at, sum.at ?? at),
    });
  }
  return [...byAccount.values()];
}

/** The texts and chosen photos on this device that may be another person's. */
export async function findLeftParts(person: Editor): Promise<LeftPart[]> {
  // The work of an account with a name is never in doubt.
  if (!isNameless(person)) return [];
  const { DraftDatabase } = await import("../photos/draft-database.ts");
  const [texts, drafts] = await Promise.all([
    new TypedDatabase().all().catch(() => []),
    new DraftDatabase().all().catch(() => []),
  ]);
  return [
    ...texts
      .filter((each) => isInDoubt(each, person))
      .map(({ by, at }) => ({ account: by, texts: 1, at })),
    ...drafts
      .filter((each) => isInDoubt(each, person))
      .map(({ by, files }) => ({ account: by, photos: files.length })),
  ];
}

/** Tells the person once of each account whose work may be theirs. */
export function tellLeft(left: readonly LeftWork[], person: Editor): void {
  const fresh = left.filter(({ account }) => !toldAccounts.has(person.id, account));
  if (fresh.length === 0) return;
  for (const { account } of fresh) toldAccounts.add(person.id, account);
  const description =
    'It may be yours: an account with your address made it. The list behind "left here" tells more.';
  toastStore.show({ title: "Work was left on this device", description });
}

/** Gives the work of an account to a person. The page shows it as soon as it has read the device again. */
export function callOwn(account: string, person: Editor): void {
  ownAccounts.add(person.id, account);
  for (const name of ["outbox", "typed", "drafts"]) {
    const channel = openChannel<unknown>(`turnboard-${name}`);
    channel.post(name === "outbox" ? { type: "changed" } : "changed");
    channel.close();
  }
}
