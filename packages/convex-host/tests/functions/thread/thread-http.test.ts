import { expect, test } from "vitest";
import type { Commands } from "../../../src/wire/commands.ts";
import type { FromThread } from "../../../src/wire/messages.ts";
import { Pulse } from "../../../src/wire/pulse.ts";
import { ThreadHttp } from "../../../src/functions/thread/thread-http.ts";
import { createGate } from "../../support/gate.ts";
import type { Engine } from "../../../src/functions/run/calls.ts";

const question: Commands["http"]["question"] = {
  request: { url: "http://localhost/slow", method: "GET", headers: [], hasBody: false },
  isForAdmin: false,
  identity: null,
  metadata: { requestId: "r", ip: null, userAgent: null },
};

test("the stream of an action is cancelled when its client went away before it began [H4]", async () => {
  const gate = createGate();
  const posted: FromThread[] = [];
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(8)),
    cancel: () => {
      isCancelled = true;
    },
  });
  const answer = async () => {
    await gate.opened;
    return new Response(body);
  };
  const http = new ThreadHttp({
    engine: { http: answer } as unknown as Engine,
    pulse: new Pulse(),
    post: (message) => posted.push(message),
    answerAdmin: () => new Response(null),
  });

  const handled = http.handle(1, question);
  http.body({ type: "body-abort", call: 1 });
  gate.open();
  await handled;

  expect(isCancelled).toBe(true);
  expect(posted.filter(({ type }) => type === "body")).toEqual([]);
});
