import { expect, test } from "vitest";
import { type Change, findAnomalies, type History } from "../support/history.ts";

test("the checker accepts a serial history, also when commits share a time", () => {
  expect(
    findAnomalies(
      history([change("one", 1, { a: [null, "1"] }), change("two", 2, { a: ["1", "2"] })]),
    ),
  ).toEqual([]);
  // The changes are listed in another order than the serial one.
  expect(
    findAnomalies(
      history([
        change("three", 1, { b: ["1", "3"] }),
        change("two", 1, { a: ["1"], b: [null, "1"] }),
        change("one", 1, { a: [null, "1"], b: [null] }),
      ]),
    ),
  ).toEqual([]);
});

test("the checker catches a lost update, in two commits and in one", () => {
  for (const ts of [2, 1]) {
    const lost = history([
      change("one", 1, { a: [null, "1"] }),
      change("two", ts, { a: [null, "2"] }),
    ]);
    expect(findAnomalies(lost)).toContainEqual(
      expect.stringMatching(/^two read a = null where it was 1|^two read what/),
    );
  }
});

test("the checker catches write skew within one commit", () => {
  const skew = history([
    change("one", 1, { a: [null], b: [null, "1"] }),
    change("two", 1, { b: [null], a: [null, "2"] }),
  ]);
  expect(findAnomalies(skew)).toHaveLength(2);
});

test("the checker catches a write that was carried out twice", () => {
  const twice = history([
    change("one", 1, { a: [null, "1 x"] }),
    // The first mutation ran a second time and wrote "2 x".
    change("two", 2, { a: ["2 x", "3 y"] }),
  ]);
  expect(findAnomalies(twice)).toEqual(["two read a = 2 x where it was 1 x"]);
});

test("the checker catches a stale read of a mutation and of a view", () => {
  const changes = [
    change("one", 1, { a: [null, "1"] }),
    change("two", 2, { a: [null], b: [null, "2"] }),
  ];
  expect(findAnomalies(history(changes))).toEqual(["two read a = null where it was 1"]);

  const stale = history([change("one", 5, { a: [null, "1"] })], {
    views: [{ client: "bob", at: 90, ts: 5n, shows: { a: null } }],
  });
  expect(findAnomalies(stale)).toEqual(["bob was shown a = null where it was 1 at 5"]);
});

test("the checker catches half of a mutation in a view", () => {
  const half = history([change("one", 5, { a: [null, "1"], b: [null, "1"] })], {
    views: [{ client: "bob", at: 90, ts: 5n, shows: { a: "1", b: null } }],
  });
  expect(findAnomalies(half)).toHaveLength(1);
});

test("the checker catches a client that goes back in time", () => {
  const back = history([change("one", 5, { a: [null, "1"] })], {
    views: [
      { client: "bob", at: 90, ts: 6n, shows: { a: "1" } },
      { client: "bob", at: 91, ts: 4n, shows: { a: null } },
      { client: "cleo", at: 92, ts: 4n, shows: { a: null } },
    ],
  });
  expect(findAnomalies(back)).toEqual(["bob went back behind a view: from 6 to 4 (event 91)"]);
});

test("the checker catches a client that does not see its own write", () => {
  const unseen = history([{ ...change("one", 5, { a: [null, "1"] }), answeredAt: 50 }], {
    views: [
      { client: "ann", at: 49, ts: 4n, shows: { a: null } },
      { client: "ann", at: 60, ts: 5n, shows: { a: "1" } },
    ],
  });
  expect(findAnomalies(unseen)).toEqual(["ann did not see its own one when it was answered"]);
});

test("the checker catches a mutation that comes before one that was answered earlier", () => {
  const late = history([
    { ...change("one", 5, { a: [null, "1"] }), calledAt: 1, answeredAt: 2 },
    { ...change("two", 4, { b: [null, "2"] }), calledAt: 3, answeredAt: 4 },
  ]);
  expect(findAnomalies(late)).toContain(
    "two was asked for after one was answered, but comes before it",
  );
});

test("the checker catches a reading of an old state, and one of no state", () => {
  const changes = [{ ...change("one", 5, { a: [null, "1"] }), calledAt: 1, answeredAt: 2 }];
  const read = (calledAt: number, a: string | null) =>
    findAnomalies(history(changes, { readings: [{ calledAt, shows: { a } }] }));

  expect(read(1, null)).toEqual([]);
  expect(read(3, "1")).toEqual([]);
  expect(read(3, null)).toEqual(['A reading showed {"a":null}, an old state']);
  expect(read(1, "7")).toEqual(['A reading showed {"a":"7"}, no state at all']);
});

function history(changes: Change[], more: Partial<History> = {}): History {
  return { changes, views: [], readings: [], ...more };
}

/** Builds a mutation; each register maps to the value that was read and, if any, the value that was written. */
function change(
  name: string,
  ts: number,
  registers: Record<string, [string | null, string?]>,
): Change {
  const reads: Record<string, string | null> = {};
  const writes: Record<string, string | null> = {};
  for (const [register, [read, written]] of Object.entries(registers)) {
    reads[register] = read;
    if (written !== undefined) writes[register] = written;
  }
  return { name, client: "ann", calledAt: 0, answeredAt: 100, ts: BigInt(ts), reads, writes };
}
