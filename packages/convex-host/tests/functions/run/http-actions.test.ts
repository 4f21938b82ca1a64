import {
  httpActionGeneric,
  httpRouter,
  makeFunctionReference,
  mutationGeneric,
} from "convex/server";
import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { personOf, startEngine } from "../../support/started-engine.ts";

type Handler = Parameters<typeof httpActionGeneric>[0];

async function startWith(handler: Handler, options: { redact?: boolean } = {}) {
  const http = httpRouter();
  http.route({ path: "/exact", method: "GET", handler: httpActionGeneric(handler) });
  http.route({ pathPrefix: "/under/", method: "POST", handler: httpActionGeneric(handler) });
  const add = mutationGeneric(async (ctx, { text }: { text: string }) => {
    return await ctx.db.insert("notes", { text });
  });
  const modules = { http: { default: http }, app: { add } };
  const { engine } = await startEngine({ modules, ...options });
  const request = { requestId: "r1", ip: null, userAgent: null };
  return (path: string, init?: RequestInit, identity: string | null = null) =>
    engine.http(new Request(`https://site.test${path}`, init), {
      identity: identity === null ? null : personOf(identity),
      request,
    });
}

test("the handler gets the Request and answers with its Response [R20]", async () => {
  const send = await startWith(async (ctx, request) => {
    const subject = (await ctx.auth.getUserIdentity())?.subject;
    return new Response(`${request.method} ${request.url} ${await request.text()} ${subject}`, {
      status: 201,
      headers: { "X-Answer": "yes" },
    });
  });

  const response = await send("/under/a?b=c", { method: "POST", body: "body" }, "ann");

  expect(response?.status).toBe(201);
  expect(response?.headers.get("X-Answer")).toBe("yes");
  expect(await response?.text()).toBe("POST https://site.test/under/a?b=c body ann");
});

test("several cookies stay several [R20]", async () => {
  const send = await startWith(() => {
    const headers = new Headers([
      ["Set-Cookie", "a=1; Path=/"],
      ["Set-Cookie", "b=2; Expires=Thu, 01 Jan 2026 00:00:00 GMT"],
    ]);
    return Promise.resolve(new Response("with cookies", { headers }));
  });

  const response = await send("/exact");

  expect(response?.headers.getSetCookie()).toEqual([
    "a=1; Path=/",
    "b=2; Expires=Thu, 01 Jan 2026 00:00:00 GMT",
  ]);
});

test("HEAD is answered as GET without a body [R20]", async () => {
  const send = await startWith((_ctx, { method }) =>
    Promise.resolve(new Response("body", { headers: { "X-Method": method } })),
  );

  const response = await send("/exact", { method: "HEAD" });

  expect(response?.headers.get("X-Method")).toBe("HEAD");
  expect(response?.body).toBeNull();
});

test("a body streams, and its maker may call functions until the last byte [R20]", async () => {
  let step = 0;
  const send = await startWith((ctx) => {
    const body = new ReadableStream({
      async pull(controller) {
        step += 1;
        if (step > 3) return controller.close();
        await ctx.runMutation(makeFunctionReference<"mutation">("app:add"), { text: `${step}` });
        controller.enqueue(new TextEncoder().encode(`part ${step};`));
      },
    });
    return Promise.resolve(new Response(body));
  });

  const response = await send("/exact");
  const reader = response?.body?.getReader();
  const first = await reader?.read();

  expect(new TextDecoder().decode(first?.value as Uint8Array)).toBe("part 1;");
  const rest: string[] = [];
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    rest.push(new TextDecoder().decode(part.value));
  }
  expect(rest).toEqual(["part 2;", "part 3;"]);
});

test("a reader who leaves ends the execution [R20]", async () => {
  let late = Promise.resolve("not tried");
  const send = await startWith((ctx) => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel: () => {
        late = ctx
          .runMutation(makeFunctionReference<"mutation">("app:add"), { text: "late" })
          .then(() => "written")
          .catch((error: Error) => error.message);
      },
    });
    return Promise.resolve(new Response(body));
  });

  const response = await send("/exact");
  await response?.body?.cancel();

  expect(await late).toContain("has ended");
});

const failing: Handler = () => {
  throw new ConvexError({ code: "conflict" });
};

test("an uncaught error is a 500 in JSON with the data of a ConvexError [R21]", async () => {
  const send = await startWith(failing);

  const response = await send("/exact");

  expect(response?.status).toBe(500);
  expect(await response?.json()).toEqual({
    code: '[Request ID: r1] Server Error: {"code":"conflict"}',
    trace: expect.stringContaining("Uncaught ConvexError"),
    data: { code: "conflict" },
  });
});

test("redacted, a 500 tells neither message nor trace [R21]", async () => {
  const send = await startWith(failing, { redact: true });

  expect(await (await send("/exact"))?.json()).toEqual({
    code: "[Request ID: r1] Server Error",
    data: { code: "conflict" },
  });
});

test("an answer that is no Response is an error [R21]", async () => {
  const send = await startWith(() => Promise.resolve("text" as unknown as Response));

  expect(await (await send("/exact"))?.json()).toMatchObject({
    code: expect.stringContaining("HTTP actions must return a Response"),
  });
});

test("paths without a route are not answered [R21]", async () => {
  const send = await startWith(() => Promise.resolve(new Response("here")));

  expect(await send("/elsewhere")).toBeNull();
  expect(await send("/exact", { method: "POST" })).toBeNull();
  expect(await send("/exact/below")).toBeNull();
});
