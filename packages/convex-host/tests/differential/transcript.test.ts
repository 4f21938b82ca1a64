import { ConvexError, type Value } from "convex/values";
import { expect, test } from "vitest";
import { Transcript } from "./transcript.ts";

const ones = "1".repeat(31);
const twos = "2".repeat(31);

function linesOf(...entries: Record<string, Value>[]): string[] {
  const transcript = new Transcript((text) => (/^[12]+$/.test(text) ? "rooms" : null));
  for (const entry of entries) transcript.write(entry);
  return transcript.lines;
}

async function failureOf(error: unknown): Promise<unknown> {
  const transcript = new Transcript(() => null);
  await transcript.writeOutcome({}, () => Promise.reject(error as Error));
  return (JSON.parse(transcript.lines[0]!) as { failure: unknown }).failure;
}

test("ids are named by table and first appearance, also inside of texts [V2]", () => {
  expect(linesOf({ b: twos, a: ones }, { text: `no ${twos}` })).toEqual([
    '{"a":"<rooms 1>","b":"<rooms 2>"}',
    '{"text":"no <rooms 2>"}',
  ]);
  expect(linesOf({ a: ones, b: twos })).toEqual(linesOf({ a: twos, b: ones }));
  expect(linesOf({ a: ones, b: twos })).not.toEqual(linesOf({ a: twos, b: twos }));
});

test("values stay what they are, in canonical text [V3]", () => {
  expect(linesOf({ b: -0, a: [1n, "é", null], at: 1.5 })).toEqual([
    '{"a":[{"$integer":"AQAAAAAAAAA="},"é",null],"at":1.5,"b":{"$float":"AAAAAAAAAIA="}}',
  ]);
  expect(linesOf({ at: 1_772_438_400_000 })).not.toEqual(linesOf({ at: 1_772_438_400_001 }));
});

test("creation times of one second are alike [D6]", () => {
  const later = linesOf({ _creationTime: 1_772_438_400_000.25 });

  expect(linesOf({ _creationTime: 1_772_438_400_000 })).toEqual(later);
  expect(linesOf({ _creationTime: 1_772_438_401_000 })).not.toEqual(later);
});

test("pages that end at a creation time of one second are alike, and other ends are not [D6]", () => {
  const ending = (through: number) => linesOf({ after: 0, through });

  expect(ending(1_772_438_400_000.25)).toEqual(ending(1_772_438_400_000.5));
  expect(ending(1_772_438_401_000)).not.toEqual(ending(1_772_438_400_000));
});

test("addresses of files and uuids are named [F2]", () => {
  const uuid = "0b6ab70a-6b5e-4c1e-8d0c-6f4b3e6a2c11";

  expect(
    linesOf({ a: `https://host.test/api/storage/${uuid}`, b: `${uuid}.png`, c: uuid }),
  ).toEqual(['{"a":"<file address>","b":"<uuid 1>.png","c":"<uuid 1>"}']);
});

test("failures are told without request ids and frames, and with their data [R17]", async () => {
  const ofHost = new Error(
    "[Request ID: 7] Server Error\nUncaught RangeError: Too far\n    at f (../convex/a.ts:1:2)",
  );

  expect(await failureOf(ofHost)).toBe("RangeError: Too far");
  expect(await failureOf(new RangeError("Too far"))).toBe("RangeError: Too far");
  expect(await failureOf(new ConvexError({ code: "invalid" }))).toEqual({
    data: { code: "invalid" },
  });
});

test("refusals in other words are the same refusal [R15]", async () => {
  const ofHost = new Error("[Request ID: 7] Server Error\nArgumentValidationError: Value does not");
  const ofConvexTest = new Error("Validator error: Expected `string`, got `1`");

  expect(await failureOf(ofHost)).toEqual({ refused: "value does not fit" });
  expect(await failureOf(ofConvexTest)).toEqual({ refused: "value does not fit" });
});
