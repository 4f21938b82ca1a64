import { afterAll, beforeAll, expect, test } from "vitest";
import { type DoorHost, type Person, startDoorHost } from "./door-host.ts";
import { sendTo } from "./requests.ts";
import { newWorld, type World } from "./world.ts";

let host: DoorHost;
let world: World;
beforeAll(async () => {
  host = await startDoorHost();
  world = await newWorld(host);
});
afterAll(() => host.stop());

type View = { id: string; name: string; shared: boolean };

async function send<Answer>(
  { headers }: Person,
  [method, path]: readonly ["GET" | "POST" | "PATCH" | "DELETE", string],
  body?: unknown,
): Promise<{ status: number; answer: Answer }> {
  const response = await sendTo(host.url, { method, path }, { body, headers });
  return { status: response.status, answer: (await response.json()) as Answer };
}

const late = { name: "Late units", page: "/board", query: "risk=late" };

test("programs keep, list, change and delete views; another person's own view is not there [QUICK-05] [GEN-01]", async () => {
  const { admin, manager, supervisor, other } = world;
  const made = await send<View>(supervisor, ["POST", "/api/views"], { ...late, key: "v1" });
  expect(made).toMatchObject({ status: 201, answer: { ...late, shared: false } });
  const again = await send<View>(supervisor, ["POST", "/api/views"], { ...late, key: "v1" });
  expect(again).toEqual(made);
  const at = `/api/views/${made.answer.id}`;

  for (const person of [other, manager, admin]) {
    const notFound = { status: 404, answer: { message: "View not found" } };
    expect(await send(person, ["PATCH", at], { name: "Mine" })).toEqual(notFound);
    expect(await send(person, ["DELETE", at])).toEqual(notFound);
  }
  const shared = await send<View>(supervisor, ["PATCH", at], { shared: true });
  expect(shared).toMatchObject({ status: 200, answer: { ...late, shared: true } });
  const { answer: seen } = await send<View[]>(other, ["GET", "/api/views?page=%2Fboard"]);
  expect(seen).toContainEqual(shared.answer);
  expect((await send(other, ["GET", "/api/views?page=/reports"])).answer).toEqual([]);
  expect((await send(other, ["PATCH", at], { name: "Mine" })).status).toBe(403);
  expect((await send(other, ["DELETE", at])).status).toBe(403);
  expect(await send(manager, ["PATCH", at], { name: "Late" })).toMatchObject({
    ...{ status: 200, answer: { name: "Late", createdBy: supervisor.userId } },
  });
  expect(await send(admin, ["DELETE", at])).toEqual({ status: 200, answer: { success: true } });
  expect((await send(supervisor, ["DELETE", at])).status).toBe(404);
});

test.each(["//evil.test", "https://evil.test/board", "/\\evil.test", "", null, "/board?a=1", 5])(
  "a page that is %j is answered 400 with what a page is [QUICK-05]",
  async (page) => {
    const { status, answer } = await send<{ message: string; errors: { path: string }[] }>(
      world.supervisor,
      ["POST", "/api/views"],
      { ...late, page },
    );

    const message = "Page must be the path of a page of the app, such as /board";
    expect({ status, answer }).toEqual({
      status: 400,
      answer: { message, errors: [{ path: "page", message }] },
    });
  },
);
