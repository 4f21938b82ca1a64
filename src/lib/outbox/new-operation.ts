import type { Editor } from "../optimistic/block-change.ts";
import { newRequestKey } from "../request-key.ts";
import { authorOf } from "../device/earlier-account.ts";
import type { Line } from "./line.ts";
import {
  type Doing,
  lagOf,
  makerOf,
  type NewOperation,
  type Shown,
  type Table,
} from "./operation.ts";

/** The outbox for which an operation is made. */
interface Place {
  table: Table;
  person: Editor;
  line: Line;
  shown: () => Shown;
}

/** The facts about the act that are not in its arguments. */
interface Known {
  doing: Doing;
  /** The id of an unanswered operation that is repeated; undefined for a new one. */
  again: string | undefined;
  /** The id of the record that an operation has created. */
  recordMadeBy: (id: string) => string | undefined;
}

/** Makes the waiting operation for an act of a person. Throws for an unknown kind. */
export function newOperation(
  { table, person, line, shown }: Place,
  { kind, args: given }: Pick<NewOperation, "kind" | "args">,
  { doing, again, recordMadeBy }: Known,
): NewOperation {
  const description = table[kind];
  const typed = doing.name ?? doing.from;
  if (!description) throw new Error(`Nobody has described operations of the kind "${kind}"`);
  const id = description.idOf?.(given) ?? again ?? newRequestKey();
  const created = recordMadeBy(makerOf(description.recordOf(given, id)) ?? "");
  const args = created === undefined ? given : (description.withRecord?.(given, created) ?? given);
  return {
    ...{ id, kind, version: description.version, args, madeAt: Date.now(), ...authorOf(person) },
    record: description.recordOf(args, id),
    text: description.textOf(args, shown()),
    ...lagOf(line.clockLag()),
    ...(typed !== undefined && { typed: [typed] }),
    madeOffline: !line.isConnected(),
    address: description.addressOf?.(args, shown()) ?? null,
    // The server may have a repeated operation already, so it counts as sent and is not merged with others.
    ...{ dependsOn: [], state: "waiting", tries: again === undefined ? 0 : 1, refusal: null },
  };
}
