import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileOf } from "../../support/photo-files.ts";
import { firstLine } from "convex-host/test-support";
import { type DoorHost, startDoorHost } from "./door-host.ts";
import { answerMark } from "../../../convex/rules/answerMark.ts";
import { photoForm } from "./requests.ts";
import { newWorld, type World } from "./world.ts";

let host: DoorHost;
let world: World;
beforeAll(async () => {
  host = await startDoorHost({}, { uploadMs: 3000 });
  world = await newWorld(host);
});
afterAll(() => host.stop());

const boundary = "----turnboard";

/** Returns the bytes of a form with a photo. */
function photoBytes(size: number): Buffer {
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return Buffer.concat([
    Buffer.from(field("unitId", world.unitId) + field("type", "before")),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n` +
        "Content-Type: image/png\r\n\r\n",
    ),
    fileOf("png", size),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

function uploadHead(length: number): string {
  return (
    `POST /api/photos HTTP/1.1\r\nHost: localhost\r\nCookie: ${world.admin.headers["Cookie"]}\r\n` +
    `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n`
  );
}

/** Sends bytes, then waits or closes the connection, and returns the response. */
async function sendBytes(pieces: (string | Buffer)[], end: "wait" | "abort"): Promise<string> {
  const socket = connect(host.port, "127.0.0.1");
  let received = "";
  socket.on("data", (data) => (received += data.toString()));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  for (const piece of pieces) socket.write(piece);
  if (end === "abort") setTimeout(() => socket.destroy(), 50);
  await once(socket, "close");
  return received;
}

test("a photo is taken over a bare connection, as a check of what follows [API-26]", async () => {
  const bytes = photoBytes(2000);
  const head = uploadHead(bytes.length).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");

  expect(await sendBytes([head, bytes], "wait")).toMatch(/^HTTP\/1\.1 201 /);
});

test("an upload that stops is answered with 4xx and leaves nothing [B7]", async () => {
  const bytes = photoBytes(200_000);
  const before = await host.everything();

  const answer = await sendBytes([uploadHead(bytes.length), bytes.subarray(0, 100_000)], "wait");

  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(answer).toContain('"message":');
  expect(await host.everything()).toBe(before);
});

test("an upload whose sender goes away leaves nothing, and others are served [H4]", async () => {
  const bytes = photoBytes(200_000);
  const before = await host.everything();

  const aborted = Array.from({ length: 5 }, () =>
    sendBytes([uploadHead(bytes.length), bytes.subarray(0, 100_000)], "abort"),
  );
  await Promise.all(aborted);

  expect((await fetch(`${host.url}/api/health`)).status).toBe(200);
  expect(await host.everything()).toBe(before);
});

test("a photo above 10 MB, and a body above all limits, answer 413 and leave nothing [VALID-06]", async () => {
  const before = await host.everything();
  const post = async (bytes: number) => {
    const form = photoForm({ unitId: world.unitId, type: "before" });
    form.set("photo", new File([fileOf("png", bytes)], "big.png", { type: "image/png" }));
    const { headers } = world.admin;
    return await fetch(`${host.url}/api/photos`, { method: "POST", headers, body: form });
  };

  for (const megabytes of [11, 30]) {
    const response = await post(megabytes * 1024 * 1024);
    expect([megabytes, response.status]).toEqual([megabytes, 413]);
    expect(await response.json()).toMatchObject({ message: expect.any(String) });
  }
  expect(await host.everything()).toBe(before);
});

test.each([
  { what: "no photo", change: (form: FormData) => form.delete("photo") },
  { what: "no unit", change: (form: FormData) => form.delete("unitId") },
  { what: "an unknown type", change: (form: FormData) => form.set("type", "after") },
  { what: "a text for a photo", change: (form: FormData) => form.set("photo", "x") },
  {
    what: "something else for a photo",
    change: (form: FormData) =>
      form.set("photo", new File([fileOf("html")], "a.png", { type: "image/png" })),
  },
  {
    what: "an empty photo",
    change: (form: FormData) => form.set("photo", new File([], "a.png", { type: "image/png" })),
  },
  { what: "an invalid date", change: (form: FormData) => form.set("photoDate", "2026-02-30") },
  { what: "a long caption", change: (form: FormData) => form.set("caption", "x".repeat(1001)) },
  { what: "a long key", change: (form: FormData) => form.set("key", "x".repeat(256)) },
])(
  "a photo form with $what answers 400 and leaves nothing [VALID-06] [VALID-20]",
  async ({ change }) => {
    const before = await host.everything();
    const form = photoForm({ unitId: world.unitId, type: "before" });
    change(form);

    const { headers } = world.admin;
    const init = { method: "POST", headers, body: form };
    const response = await fetch(`${host.url}/api/photos`, init);

    expect([response.status, await response.json()]).toMatchObject([
      400,
      { message: expect.any(String) },
    ]);
    expect(await host.everything()).toBe(before);
  },
);

test.each([
  { type: "multipart/form-data", body: "x" },
  { type: `multipart/form-data; boundary=${boundary}`, body: "no form" },
  { type: `multipart/form-data; boundary=${boundary}`, body: `--${boundary}\r\n\r\n` },
  { type: "application/json", body: "{}" },
  { type: "image/png", body: "\u0089PNG" },
])("a body of type $type that is no form answers 400 [VALID-20]", async ({ type, body }) => {
  const headers = { ...world.admin.headers, "Content-Type": type };

  const response = await fetch(`${host.url}/api/photos`, { method: "POST", headers, body });

  expect([response.status, await response.json()]).toMatchObject([
    400,
    { message: expect.any(String) },
  ]);
});

test.each([
  "GET /api/../../etc/passwd HTTP/1.1",
  "GET /api/photos/../../../../etc/passwd HTTP/1.1",
  "GET /api/photos/..%2f..%2f..%2fetc%2fpasswd HTTP/1.1",
  "GET /api/photos/%2e%2e/%2e%2e/turnboard.sqlite HTTP/1.1",
  "GET /api/photos/a%0d%0aSet-Cookie:%20x=1 HTTP/1.1",
  "GET //evil.test/api/projects HTTP/1.1",
  "GET http://evil.test/api/nothing HTTP/1.1",
  "GET /api/projects\u0000 HTTP/1.1",
  "BREW /api/projects HTTP/1.1",
  "GET /api/projects HTTP/9.9",
  `GET /api/${"x".repeat(20_000)} HTTP/1.1`,
])("the request line %s is refused and tells nothing [H2]", async (line) => {
  const request = `${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

  const answer = await sendBytes([request], "wait");

  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(answer).not.toMatch(/root:|SQLite|^Set-Cookie/im);
});

test.each([
  "Content-Length: 5\r\nContent-Length: 6",
  "Content-Length: -1",
  "Content-Length: many",
  "Content-Length: 5\r\nTransfer-Encoding: chunked",
  "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
  "Content-Type: application/json\r\nX-Bad: a\u0000b",
  ` X-Folded: a\r\nCookie: ${"x".repeat(17_000)}`,
])("a request with the headers %j is refused [H2]", async (lines) => {
  const request = `POST /api/unit-notes HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n\r\nhello`;

  expect(await sendBytes([request], "wait")).toMatch(/^HTTP\/1\.1 4\d\d /);
});

test("cookies of any kind are no session, and no error [OP-06]", async () => {
  const cookies = ["=", ";;;", "turnboard_session", "turnboard_session=%", `a=${"x".repeat(9000)}`];
  cookies.push("turnboard_session=" + "x".repeat(9000), "turnboard_signin_x={", "__proto__=1");

  for (const Cookie of cookies) {
    const { status } = await fetch(`${host.url}/api/projects`, { headers: { Cookie } });
    expect([Cookie.slice(0, 30), status]).toEqual([Cookie.slice(0, 30), 401]);
    expect((await fetch(`${host.url}/api/auth/debug`, { headers: { Cookie } })).status).toBe(200);
  }
});

test("the log has nothing of what these people sent [H9]", () => {
  const logged = host.logged.join("");

  expect(logged).toContain("/api/photos");
  expect(logged).not.toContain("secret of person");
  expect(logged).not.toMatch(/"level":"(warn|error)"/);
});

test.each([
  ["who has no session", "", "application/json", 401],
  ["what is no JSON", "session", "text/plain", 400],
])("%s is answered before the body comes [VALID-20]", async (_, cookie, type, status) => {
  const headers = [
    "Host: localhost",
    `Content-Type: ${type}`,
    "Content-Length: 1000000",
    ...(cookie === "" ? [] : [`Cookie: ${world.admin.headers["Cookie"]}`]),
  ];
  const head = `POST /api/projects HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`;

  expect(await firstLine(host.port, head)).toContain(`HTTP/1.1 ${status} `);
});

test("a JSON body that goes on for ever is refused at its limit, and not at its end [VALID-20]", async () => {
  const headers = [
    ...["Host: localhost", "Content-Type: application/json", "Transfer-Encoding: chunked"],
    `Cookie: ${world.admin.headers["Cookie"]}`,
  ];
  const head = `POST /api/projects HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`;
  const size = 1_100_000;
  const chunk = `${size.toString(16)}\r\n${" ".repeat(size)}\r\n`;

  expect(await firstLine(host.port, head + chunk)).toContain("HTTP/1.1 413 ");
});

test("a call has at most 2 MB, which no change and no question of the pages comes near [OP-20]", async () => {
  const { headers } = world.admin;
  const answer = await fetch(`${host.url}/api/auth/token`, { headers });
  const { token } = (await answer.json()) as { token: string };
  const ask = async (length: number) =>
    await fetch(`${host.url}/api/query`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ path: "users:viewer", args: { long: "x".repeat(length) } }),
    });

  const [longer, long] = [await ask(2_200_000), await ask(1_900_000)];

  expect([longer.status, long.status]).toEqual([413, 560]);
});

test("a photo that a full disk refuses is refused by the server's own word, so that pages show its reason [FIELD-05] [TOAST-03]", async () => {
  const full = await startDoorHost({}, { freeDiskBytes: Infinity, freeDiskShare: 2 });
  const body = photoForm({});
  const answer = await fetch(`${full.url}/api/photos`, { method: "POST", body });

  expect([answer.status, answer.headers.get(answerMark)]).toEqual([507, "1"]);
  await full.stop();
});
