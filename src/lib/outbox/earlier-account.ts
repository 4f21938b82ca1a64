import { isOfEarlierAccount } from "../device/earlier-account.ts";
import type { Editor } from "../optimistic/block-change.ts";
import type { Operation } from "./operation.ts";

const message =
  "The data of this workspace was replaced since: it does not know the account with which you made this. Try again to send it with your present account.";

/** The operation as the list shows it to a person: an earlier one is not accepted until the person decides. */
export function asListed(operation: Operation, person: Editor): Operation | null {
  if (operation.by === person.id) return operation;
  if (!isOfEarlierAccount(operation, person)) return null;
  return { ...operation, state: "refused", refusal: { code: "conflict", message } };
}

/** Gives an operation of an earlier account to the person's present one, with those that need it and that it needs. */
export function adoption(
  operations: readonly Operation[],
  id: string,
  person: Editor,
): readonly Operation[] {
  const earlier = operations.filter((each) => isOfEarlierAccount(each, person));
  const chain = new Set([id]);
  for (let size = 0; size !== chain.size;) {
    size = chain.size;
    for (const each of earlier) {
      if (chain.has(each.id)) for (const needed of each.dependsOn) chain.add(needed);
      else if (each.dependsOn.some((needed) => chain.has(needed))) chain.add(each.id);
    }
  }
  const own = { by: person.id, state: "waiting", refusal: null } as const;
  return earlier.filter((each) => chain.has(each.id)).map((each) => ({ ...each, ...own }));
}
