import { mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import { callOf, startEngine, valueOf } from "../../support/started-engine.ts";

const { subtle } = crypto;
const bytes = new TextEncoder().encode("a text to be hashed");
const long = new Uint8Array(100_000).fill(7);

/** Data in each of its forms; the views start after the first byte of their memory. */
const forms: Record<string, BufferSource> = {
  "an array of bytes": bytes,
  "a buffer": bytes.slice().buffer,
  "a part of a buffer": new Uint8Array(bytes.buffer, 3, 5),
  "a view": new DataView(bytes.buffer, 2, 7),
  "numbers of two bytes": new Uint16Array([1, 2, 3]),
  nothing: new Uint8Array(),
  "a long array": long,
};

test.each(["SHA-1", "sha-256", "SHA-384", "SHA-512"])(
  "functions get the digests that WebCrypto makes, by %s [R12]",
  async (name) => {
    const algorithms = [name, { name }];
    const digests = queryGeneric(async () => {
      const all: ArrayBuffer[] = [];
      for (const algorithm of algorithms)
        for (const form of Object.values(forms)) all.push(await subtle.digest(algorithm, form));
      return all;
    });
    const { engine } = await startEngine({ modules: { app: { digests } } });

    const made = valueOf(await engine.query(callOf("app:digests"))) as ArrayBuffer[];

    const expected = await Promise.all(
      algorithms.flatMap((algorithm) =>
        Object.values(forms).map((form) => subtle.digest(algorithm, form)),
      ),
    );
    expect(made.map(toHex)).toEqual(expected.map(toHex));
  },
);

test.each([
  { what: "an unknown algorithm", args: ["MD5", bytes] },
  { what: "no algorithm", args: [undefined, bytes] },
  { what: "a text", args: ["SHA-256", "text"] },
  { what: "no data", args: ["SHA-256"] },
])("a digest of $what is the error that WebCrypto has for it [R12]", async ({ args }) => {
  const attempt = async () => {
    try {
      await Reflect.apply(subtle.digest.bind(subtle), undefined, args);
      return "made";
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`;
    }
  };
  const { engine } = await startEngine({ modules: { app: { tried: mutationGeneric(attempt) } } });

  const said = valueOf(await engine.mutation(callOf("app:tried")));

  expect(said).toBe(await attempt());
  expect(said).not.toBe("made");
});

test("mutations that make digests share a flush [R2] [R12]", async () => {
  const add = mutationGeneric(async (ctx, { text }: { text: string }) => {
    const digest = await subtle.digest("SHA-256", new TextEncoder().encode(text));
    await ctx.db.insert("notes", { text, digest });
    return null;
  });
  const { engine } = await startEngine({ modules: { app: { add } } });
  await engine.mutation(callOf("app:add", { text: "the first one makes the table" }));
  const flushes: bigint[] = [];
  engine.database.onCommit(({ ts }) => flushes.push(ts));

  const texts = ["a", "b", "c", "d"];
  await Promise.all(texts.map((text) => engine.mutation(callOf("app:add", { text }))));

  expect(flushes.length).toBeLessThan(texts.length);
});

test("a mutation that makes digests without end gives others their turns [R28] [R12]", async () => {
  const most = 300_000;
  let hasAnother = false;
  const endless = mutationGeneric(async () => {
    let count = 0;
    while (!hasAnother && count < most) {
      await subtle.digest("SHA-256", bytes);
      count += 1;
    }
    return count;
  });
  const another = queryGeneric(() => {
    hasAnother = true;
    return null;
  });
  const { engine } = await startEngine({ modules: { app: { endless, another } } });

  const running = engine.mutation(callOf("app:endless"));
  await new Promise((resolve) => setImmediate(resolve));
  await engine.query(callOf("app:another"));

  expect(valueOf(await running)).toBeLessThan(most);
});

function toHex(digest: ArrayBuffer): string {
  return Buffer.from(digest).toString("hex");
}
