import { answers } from "../answers/answers.ts";
import { askToPersist } from "../device/ask-to-persist.ts";
import { deaf, openChannel } from "../device/channel.ts";
import { openDatabase } from "./database.ts";
import { Outbox, type Surroundings } from "./engine.ts";
import { HeldReads } from "./held-reads.ts";
import { type Client, lineOf } from "./client-line.ts";
import { findLeftParts, type LeftPart, type LeftWork, leftWork, tellLeft } from "./left-here.ts";
import type { Operation } from "./operation.ts";
import { table } from "./operations/table.ts";

type Given = Pick<Surroundings, "person" | "overlay" | "refusedLater" | "signedOut"> & {
  /** False once the person's outbox is closed: the page may be another person's by then. */
  isOpen: () => boolean;
  /** Receives the waiting and refused operations, in order, and the work that may be another person's. */
  publish: (operations: readonly Operation[], left: readonly LeftWork[]) => void;
};

/** Opens the outbox of a person for this tab. */
export async function openOutbox(
  client: Client,
  given: Given,
): Promise<{ outbox: Outbox; isKept: boolean }> {
  const database = await openDatabase();
  const { isKept } = database;
  const line = lineOf(client);
  const reads = new HeldReads(client, line.isConnected);
  const { person } = given;
  let others: readonly LeftPart[] = [];
  const publish: Surroundings["publish"] = (operations, inDoubt) => {
    if (!given.isOpen()) return;
    // A photo takes long to go; another change over a good line is there at once.
    const mayWait = operations.some((each) => each.madeOffline || each.kind === "photo.add");
    if (mayWait) void askToPersist();
    const changes = inDoubt.map(({ by, madeAt }) => ({ account: by, changes: 1, at: madeAt }));
    const left = leftWork([...changes, ...others], person);
    given.publish(operations, left);
    tellLeft(left, person);
  };
  const outbox = new Outbox({
    ...{ ...given, publish },
    ...{ database, table, line, shown: () => answers.shown(), hold: (keys) => reads.set(keys) },
    // Operations that only this page has do not concern other tabs.
    channel: isKept ? openChannel("turnboard-outbox") : deaf,
    locks: isKept && "locks" in navigator ? navigator.locks : undefined,
  });
  await outbox.start();
  const look = async () => {
    others = await findLeftParts(person);
    if (others.length > 0) await outbox.refresh();
  };
  look().catch(() => undefined);
  return { outbox, isKept };
}
