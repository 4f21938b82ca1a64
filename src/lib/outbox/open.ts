import { answers } from "../answers/answers.ts";
import { deaf, openChannel } from "../device/channel.ts";
import { openDatabase } from "./database.ts";
import { Outbox, type Surroundings } from "./engine.ts";
import { HeldReads } from "./held-reads.ts";
import { type Client, lineOf } from "./client-line.ts";
import { table } from "./operations/table.ts";

type Given = Pick<Surroundings, "person" | "publish" | "overlay" | "refusedLater" | "signedOut">;

/** Opens the outbox of a person for this tab. */
export async function openOutbox(
  client: Client,
  given: Given,
): Promise<{ outbox: Outbox; isKept: boolean }> {
  const database = await openDatabase();
  const { isKept } = database;
  const line = lineOf(client);
  const reads = new HeldReads(client, line.isConnected);
  const outbox = new Outbox({
    ...given,
    ...{ database, table, line, shown: () => answers.shown(), hold: (keys) => reads.set(keys) },
    // Operations that only this page has do not concern other tabs.
    channel: isKept ? openChannel("turnboard-outbox") : deaf,
    locks: isKept && "locks" in navigator ? navigator.locks : undefined,
  });
  await outbox.start();
  return { outbox, isKept };
}
