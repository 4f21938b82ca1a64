import { expect, test } from "vitest";
import { KnownLines } from "../../../src/server/bounds/known-lines.ts";

const minute = 60_000;

function openLines() {
  let nowMs = 0;
  const lines = new KnownLines(() => nowMs);
  return { lines, pass: (ms: number) => (nowMs += ms) };
}

test("cookies are nobody's until the app tells whose they are, and again ten minutes after that [B19]", () => {
  const { lines, pass } = openLines();
  expect(lines.lineOf("session=a")).toBeNull();

  lines.tell("session=a", "ann");
  pass(9 * minute);
  expect(lines.lineOf("session=a")).toBe("ann");
  lines.tell("session=a", "ann");
  pass(9 * minute);
  expect(lines.lineOf("session=a")).toBe("ann");
  pass(minute);

  expect(lines.lineOf("session=a")).toBeNull();
  expect(lines.lineOf(undefined)).toBeNull();
});

test("cookies that the app tells no more are nobody's, whatever else it tells of the same person [B19] [B25]", () => {
  const { lines, pass } = openLines();
  lines.tell("session=ended", "ann");
  pass(9 * minute);
  lines.tell("session=other", "ann");
  pass(9 * minute);

  expect(lines.lineOf("session=ended")).toBeNull();
  expect(lines.lineOf("session=other")).toBe("ann");
});

test("a person is known by the cookies of each of thirty sign-ins [B19] [B25]", () => {
  const { lines } = openLines();
  const cookies = Array.from({ length: 30 }, (_, signIn) => `session=${signIn}`);

  for (const one of cookies) lines.tell(one, "ann");

  expect(cookies.map((one) => lines.lineOf(one))).toEqual(cookies.map(() => "ann"));
});

test("who spells cookies in many ways is one line, and takes nobody else's away [B19]", () => {
  const { lines } = openLines();
  lines.tell("session=b", "bob");

  for (let made = 0; made < 20_000; made++) lines.tell(`session=a; x=${made}`, "ann");

  expect(lines.lineOf("session=a; x=19999")).toBe("ann");
  expect(lines.lineOf("session=a; x=19900")).toBeNull();
  expect(lines.lineOf("session=b")).toBe("bob");
});

test("of more lines than are kept the one that was told longest ago goes [B19]", () => {
  const { lines } = openLines();
  for (let made = 0; made < 10_001; made++) {
    lines.tell(`session=${made}`, String(made));
    lines.tell("session=b", "bob");
  }

  expect(lines.lineOf("session=0")).toBeNull();
  expect(lines.lineOf("session=2")).toBe("2");
  expect(lines.lineOf("session=b")).toBe("bob");
});
