import type { Editor } from "../optimistic/block-change.ts";
import { newRequestKey } from "../request-key.ts";
import { makerOf, type NewOperation, type Shown, type Table } from "./operation.ts";
import type { Line } from "./sender.ts";

/** The outbox in which a person does something. */
interface Place {
  table: Table;
  person: Editor;
  line: Line;
  shown: () => Shown;
}

/** The things that this visit knows of earlier operations. */
interface Known {
  /** The key of what is done again because it had no answer. */
  again: string | undefined;
  /** The record that the operation with this id has made. */
  recordMadeBy: (id: string) => string | undefined;
}

/** An act of a person, described as an operation that waits; throws where nobody has described its kind. */
export function newOperation(
  { table, person, line, shown }: Place,
  { kind, args: given }: Pick<NewOperation, "kind" | "args">,
  { again, recordMadeBy }: Known,
): NewOperation {
  const description = table[kind];
  if (!description) throw new Error(`Nobody has described operations of the kind "${kind}"`);
  const id = description.idOf?.(given) ?? again ?? newRequestKey();
  const created = recordMadeBy(makerOf(description.recordOf(given, id)) ?? "");
  const args = created === undefined ? given : (description.withRecord?.(given, created) ?? given);
  return {
    ...{ id, kind, version: description.version, args, by: person.id, madeAt: Date.now() },
    ...{ record: description.recordOf(args, id), text: description.textOf(args, shown()) },
    madeOffline: !line.isConnected(),
    address: description.addressOf?.(args, shown()) ?? null,
    // The server may have it: it is changed no more.
    ...{ dependsOn: [], state: "waiting", tries: again === undefined ? 0 : 1, refusal: null },
  };
}
