import { createServer, get } from "node:http";
import { type AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { UnreadRoom } from "../../../src/server/bounds/unread-room.ts";
import { defaultLimits } from "../../../src/server/bounds/server-limits.ts";
import { answerFromThread } from "../../../src/server/http/app-actions.ts";
import { CookieSenders } from "../../../src/server/http/cookie-senders.ts";
import type { HttpServices } from "../../../src/server/http/exchange.ts";
import { noKnownPaths } from "../../../src/server/http/known-paths.ts";
import { FairTurns } from "../../../src/server/http/fair-turns.ts";
import type { FunctionThread } from "../../../src/server/keeper/function-thread.ts";

test("what the holder of the admin key has not read of an export is no stranger's [B24]", async () => {
  const { signedInTurns: signedIn, unsignedTurns: unsigned, longTurns: long } = defaultLimits;
  const { senderTurns } = defaultLimits;
  const senders = new CookieSenders({ path: null, turns: senderTurns, now: Date.now });
  const limits = { signedIn, unsigned, long };
  const turns = new FairTurns({
    ...{ ...limits, senders, paths: noKnownPaths },
    accountOf: () => null,
  });
  const unreadRoom = new UnreadRoom(defaultLimits.undeliveredBytesOfAll);
  const opened = vi.spyOn(unreadRoom, "open");
  const http = vi.fn<FunctionThread["http"]>(() => ({ call: 1, head: Promise.resolve(null) }));
  const thread = { http, endHttp: () => ({ isBegun: true }) } as unknown as FunctionThread;
  const services = { thread, limits: defaultLimits, turns, senders, unreadRoom } as HttpServices;
  const metadata = { requestId: "r", ip: "192.0.2.1", userAgent: null };
  const server = createServer((request, response) => {
    const url = new URL("http://localhost/api/export/zip/1");
    const exchange = { request, response, url, isLocal: true, metadata };
    void answerFromThread(services, exchange).then(() => response.end());
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await new Promise((resolve) => get({ port: (server.address() as AddressInfo).port }, resolve));

  expect(opened.mock.lastCall?.[0].name()).toBe("user the admin key");
  expect(http.mock.lastCall?.[0]).toMatchObject({
    ...{ identity: null, isForAdmin: true, metadata: { taker: "user the admin key" } },
  });
});
