import { exportJWK, generateKeyPair } from "jose";
import { expect, test } from "vitest";
import { discoveredKeys } from "../../../src/server/auth/issuer-keys.ts";

const issuer = "https://idp.test";
const { publicKey } = await generateKeyPair("EdDSA");
const publicJwk = await exportJWK(publicKey);

/** Makes an issuer whose responses the test chooses, and records the requested URLs. */
function issuerWith(answer: (url: string) => Response) {
  const requests: string[] = [];
  const fetch = (url: string) => {
    requests.push(url);
    return Promise.resolve(answer(url));
  };
  return { requests, fetch: fetch as unknown as typeof globalThis.fetch };
}

function honest(url: string): Response {
  return url.endsWith("openid-configuration")
    ? Response.json({ issuer, jwks_uri: `${issuer}/keys` })
    : Response.json({ keys: [publicJwk] });
}

/** Makes a body of 64 MB of white space, larger than a reader may accept, and counts the bytes that were read. */
function nearlyEndless() {
  const piece = new Uint8Array(64 * 1024).fill(0x20);
  const taken = { bytes: 0 };
  const pull = (body: ReadableStreamDefaultController<Uint8Array>) => {
    taken.bytes += piece.length;
    if (taken.bytes > 64 * 1024 * 1024) body.close();
    else body.enqueue(piece);
  };
  return { taken, response: () => new Response(new ReadableStream({ pull })) };
}

test.each(["/.well-known/openid-configuration", "/keys"])(
  "an answer of an issuer without end at %s is read up to 1 MB [A6]",
  async (path) => {
    const { taken, response } = nearlyEndless();
    const { fetch } = issuerWith((url) => (url.endsWith(path) ? response() : honest(url)));
    const source = discoveredKeys(issuer, { fetch, clock: () => 0 });

    await expect(source.keys()).rejects.toThrow("answers with more than 1 MB");
    expect(taken.bytes).toBeLessThan(2 * 1024 * 1024);
  },
);

test("an issuer that fails is asked once a second, however many tokens name it [A6]", async () => {
  let time = 0;
  let isUp = false;
  const { requests, fetch } = issuerWith((url) =>
    isUp ? honest(url) : new Response(null, { status: 503 }),
  );
  const source = discoveredKeys(issuer, { fetch, clock: () => time });

  for (let times = 0; times < 100; times += 1)
    await expect(source.keys({ refresh: times % 2 === 1 })).rejects.toThrow("answered with 503");
  expect(requests).toHaveLength(1);

  isUp = true;
  time += 1001;
  expect(await source.keys()).toHaveLength(1);
});

test("an issuer that failed before the clock was set back is asked again [A6]", async () => {
  let time = 3_600_000;
  let isUp = false;
  const { fetch } = issuerWith((url) => (isUp ? honest(url) : new Response(null, { status: 503 })));
  const source = discoveredKeys(issuer, { fetch, clock: () => time });

  await expect(source.keys()).rejects.toThrow("answered with 503");
  time = 0;
  isUp = true;
  expect(await source.keys()).toHaveLength(1);
});
