import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { UnreadRoom } from "../../../src/server/bounds/unread-room.ts";
import { defaultLimits } from "../../../src/server/bounds/server-limits.ts";
import { answerWithApp } from "../../../src/server/http/app-actions.ts";
import type { HttpServices } from "../../../src/server/http/exchange.ts";
import { CookieSenders } from "../../../src/server/http/cookie-senders.ts";
import { noKnownPaths } from "../../../src/server/http/known-paths.ts";
import { FairTurns } from "../../../src/server/http/fair-turns.ts";
import { FunctionThread } from "../../../src/server/keeper/function-thread.ts";
import { createFakeThread } from "../../support/fake-thread.ts";
import { startTestHost } from "../../support/live-host.ts";
import { until } from "../../support/until.ts";

/** The source of a function thread that fails every call, or never answers. */
const threadWith = (end: "failure" | "silence") => `
  import { appendFileSync } from "node:fs";
  import { parentPort } from "node:worker_threads";
  const known = { path: "items:list", kind: "query", visibility: "public" };
  const info = {
    ...{ authProviders: [], jwks: '{"keys":[]}', demoClientSecret: "", instanceName: "test", auditPath: null },
    functions: new Map([[known.path, known]]),
    httpRoutes: [["GET", "/app"]],
  };
  parentPort.on("message", ({ type, start, call }) => {
    if (type === "start") {
      const slots = new Int32Array(start.pulse);
      setInterval(() => Atomics.add(slots, 0, 1), 20);
      parentPort.postMessage({ type: "ready", info: { ...info, temporaryFolder: start.dataDir } });
    } else if (type === "stop") parentPort.postMessage({ type: "stopped" });
    else if (type === "ask") {
      appendFileSync(new URL("calls", import.meta.url), "1");
      if ("${end}" === "failure")
        parentPort.postMessage({ type: "failed", call, code: "Internal", message: "Try again later." });
    }
  });
`;

async function startHostWith(end: "failure" | "silence") {
  const folder = mkdtempSync(join(tmpdir(), "lost-thread-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const threadEntry = join(folder, "thread.mjs");
  writeFileSync(threadEntry, threadWith(end));
  writeFileSync(join(folder, "calls"), "");
  const host = await startTestHost({ host: { threadEntry } });
  return { host, calls: () => readFileSync(join(folder, "calls"), "utf8").length };
}

const uuid = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const query = { path: "items:list", args: {} };
const post = (body: object): RequestInit => ({ method: "POST", body: JSON.stringify(body) });
const requests: [string, RequestInit?][] = [
  ["/api/query_ts"],
  [`/api/storage/${uuid}`],
  ["/api/query", post(query)],
  ["/api/query_batch", post({ queries: [query, query] })],
  ["/api/query_at_ts", post({ ...query, ts: "AAAAAAAAAAA=" })],
  ["/api/storage/upload?token=t", { method: "POST", body: "x" }],
  ["/app"],
];

test.each(["failure", "silence"] as const)(
  "what the function thread meets with %s is answered with 503, a code and a sentence [H17]",
  async (end) => {
    const { host, calls } = await startHostWith(end);

    const answers = requests.map(async ([path, init]) => {
      const response = await fetch(host.url + path, init).catch(() => null);
      return { path, status: response?.status, body: (await response?.text()) ?? "cut off" };
    });
    await until(calls, (count) => count === requests.length);
    if (end === "silence") await host.stop();

    for (const { path, status, body } of await Promise.all(answers)) {
      expect.soft(status, `${path} ${body}`).toBe(503);
      expect.soft(body).toMatch(/^\{"code":"\w+Error","message":".+"\}$/);
    }
  },
);

test("the exchange of a client that leaves before its answer begins is over [H4]", async () => {
  const thread = new FunctionThread({ ...createFakeThread().options, now: Date.now });
  onTestFinished(() => thread.stop());
  await thread.start();
  const { signedInTurns: signedIn, unsignedTurns: unsigned, senderTurns } = defaultLimits;
  const senders = new CookieSenders({ path: null, turns: senderTurns, now: Date.now });
  const turns = new FairTurns({
    ...{ signedIn, unsigned, senders, long: unsigned },
    ...{ paths: noKnownPaths, accountOf: () => null },
  });
  const unreadRoom = new UnreadRoom(defaultLimits.undeliveredBytesOfAll);
  const services = { thread, limits: defaultLimits, turns, senders, unreadRoom } as HttpServices;
  const metadata = { requestId: "r", ip: null, userAgent: null };
  const ends: boolean[] = [];
  const server = createServer((request, response) => {
    const exchange = { request, response, url: new URL("http://localhost/x"), isLocal: true };
    void answerWithApp(services, { ...exchange, metadata }).then((had) => ends.push(had));
    asked.destroy();
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const asked = get({ port: (server.address() as AddressInfo).port });
  asked.on("error", () => undefined);

  await until(
    () => ends,
    ({ length }) => length === 1,
  );
});
