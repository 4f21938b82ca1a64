import { expect, test } from "vitest";
import { createLogger } from "../../../src/log.ts";
import { defaultLimits } from "../../../src/server/bounds/server-limits.ts";
import { CookieSenders } from "../../../src/server/http/cookie-senders.ts";

const path = "sessions:sender";
const log = createLogger({ level: "silent", write: () => undefined, now: Date.now });

/** Makes a lookup of senders for an app that knows Ann's cookies and never answers for other cookies. */
function openSenders() {
  const senders = new CookieSenders({ path, turns: defaultLimits.senderTurns, now: () => 1 });
  const ask = (_kind: string, { queries }: { queries: { args: string }[] }) =>
    queries[0]?.args.includes("ann")
      ? Promise.resolve({ outcomes: [{ ok: true, value: '"ann"' }] })
      : new Promise(() => undefined);
  const thread = { ask, info: { functions: new Map([[path, {}]]) } };
  const exchange = (ip: string, cookie: string) => ({
    request: { headers: { cookie } },
    response: { destroyed: false },
    metadata: { requestId: "1", ip, userAgent: null },
  });
  const come = async (ip: string, cookie: string) => {
    const asked = exchange(ip, cookie);
    await senders.recognize({ thread, log } as never, asked as never);
    return senders.knownOf(asked as never);
  };
  return { come };
}

test("where somebody was known before, others are known without waiting for thousands with invented cookies [B19]", async () => {
  const { come } = openSenders();
  expect(await come("192.0.2.1", "session=ann")).toBe("ann");
  for (let host = 1; host < 200; host++) void come(`198.51.100.${host}`, "session=invented");

  const known = await Promise.race([
    come("192.0.2.1", "session=ann; theme=dark"),
    new Promise((resolve) => setTimeout(() => resolve("waits"), 200)),
  ]);

  expect(known).toBe("ann");
});
