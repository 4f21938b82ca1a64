import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { ConvexHttpClient } from "convex/browser";
import { expect, onTestFinished, test } from "vitest";
import type { Limits } from "../../../src/server/bounds/server-limits.ts";
import { app } from "../../support/fixture-api.ts";
import { type LiveHost, startTestHost } from "../../support/live-host.ts";

/** The response is larger than the system's socket buffers, so the host must hold the rest. */
const manyQueries = Array.from({ length: 17 }, () => ({
  ...{ path: "items:list", args: { list: "large" } },
}));

/** A host with a list of 900 kB, and the tokens of two people. */
async function startWithLargeList(limits: Partial<Limits> = {}) {
  const host = await startTestHost({ limits });
  const client = new ConvexHttpClient(host.url);
  const tokens = await Promise.all(
    ["ann", "bob"].map((subject) => client.action(app.sign, { subject })),
  );
  client.setAuth(tokens[0]!);
  await client.mutation(app.add, { list: "large", text: "x".repeat(900_000) });
  return { host, ann: tokens[0]!, bob: tokens[1]! };
}

function batchRequest(token: string, queries: readonly object[]): string {
  const body = JSON.stringify({ queries });
  const head = [
    ...["POST /api/query_batch HTTP/1.1", "Host: localhost", `Authorization: Bearer ${token}`],
    ...["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`],
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

/** Requests a large response and reads only its beginning. */
async function askUnread(host: LiveHost, token: string): Promise<Socket> {
  const socket = connect(host.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(batchRequest(token, manyQueries));
  await once(socket, "readable");
  return socket;
}

test("an answer that nobody reads holds the turn of its caller, and of nobody else [B19]", async () => {
  const turns = { atOnce: 4, atOnceOfOne: 4, overdueOfOne: 2, waitingOfOne: 10, longestMs: 20 };
  const { host, ann, bob } = await startWithLargeList({ signedInTurns: turns });
  const unread = [await askUnread(host, ann), await askUnread(host, ann)];
  const own = new ConvexHttpClient(host.url, { auth: ann });
  const others = new ConvexHttpClient(host.url, { auth: bob });

  let isAnswered = false;
  const waiting = own.query(app.list, { list: "a" }).then(() => (isAnswered = true));
  for (let times = 0; times < 5; times++)
    expect(await others.query(app.list, { list: "a" })).toEqual([]);
  expect(isAnswered).toBe(false);
  unread[0]!.destroy();

  expect(await waiting).toBe(true);
});

test("of several queries those behind 16 MB of answers are not run, and fail [H1]", async () => {
  const { host, ann } = await startWithLargeList();

  const response = await fetch(`${host.url}/api/query_batch`, {
    method: "POST",
    headers: { Authorization: `Bearer ${ann}`, "Content-Type": "application/json" },
    body: JSON.stringify({ queries: [...manyQueries, ...manyQueries] }),
  });
  const { results } = (await response.json()) as {
    results: { status: string; errorMessage?: string }[];
  };

  expect(response.status).toBe(200);
  expect(results.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 19 }, () => "success"),
    ...Array.from({ length: 15 }, () => "error"),
  ]);
  expect(results.at(-1)?.errorMessage).toContain("too large together");
});
