import { vi } from "vitest";
import type { Editor } from "../../../../src/lib/optimistic/block-change.ts";
import { drafts, type NamedText } from "../../../../src/lib/typed/drafts.ts";
import { TextKeeper } from "../../../../src/lib/typed/text-keeper.ts";
import { TypedDatabase } from "../../../../src/lib/typed/typed-database.ts";

/** Waits until a look succeeds. */
export const seen = (look: () => void | Promise<void>) =>
  vi.waitFor(look, { interval: 5, timeout: 10_000 });

/** The texts of a person on the device, by key. */
export async function textsOf(by: string): Promise<Record<string, string>> {
  const kept = await new TypedDatabase().read(withoutAddress(by));
  return Object.fromEntries(kept.map(({ key, text }) => [key, text]));
}

/** The named parts of all texts of a person on the device. */
export async function partsOf(by: string): Promise<NamedText[]> {
  const kept = await new TypedDatabase().read(withoutAddress(by));
  return kept.flatMap(({ parts = [] }) => parts);
}

/** The account with this id; the address and the name are those of one person. */
export function personOf(id: string, name = id): Editor {
  return { id, firstName: name, lastName: null, email: `${name}@example.com` } as Editor;
}

/** The same account for a look at the device that gives it nothing of an earlier one. */
export function withoutAddress(id: string): Editor {
  return { ...personOf(id), email: "" };
}

/** Opens a page of a person. */
export function open(by: string): TextKeeper {
  const keeper = new TextKeeper(personOf(by));
  keeper.start();
  return keeper;
}

/** Simulates a page that is gone with all of its memory. */
export function die(keeper: TextKeeper): void {
  keeper.stop();
  drafts.forgetAll();
}
