import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CursorCodec,
  fingerprintOf,
  InvalidCursorError,
} from "../../src/database/queries/cursor.ts";
import type { Json } from "../../src/values/json.ts";
import { mutate, range, read, roomsDatabase, type Doc } from "./fixture.ts";
import type { PageArgs } from "../../src/database/queries/pagination.ts";
import type { ReadTransaction } from "../../src/database/transactions/read-transaction.ts";
import type { Database } from "../../src/database/database.ts";

type Page = {
  page: (Doc & { name: string })[];
  isDone: boolean;
  continueCursor: string;
  splitCursor: string | null;
  pageStatus: string | null;
};

const byName = (order: "asc" | "desc" = "asc", operators: Json[] = []) =>
  range("rooms.by_name", [], { order, operators });

function pageOf(tx: ReadTransaction, args: Partial<PageArgs> = {}): Page {
  return JSON.parse(tx.queryPage({ query: byName(), cursor: null, pageSize: 3, ...args })) as Page;
}

/** Runs one page in a transaction of its own; `journal` comes from an earlier run of the page. */
function run(database: Database, args: Partial<PageArgs> = {}, journal: string | null = null) {
  const snapshot = database.snapshot();
  try {
    const tx = snapshot.begin({ nowMs: 1, journal });
    const page = pageOf(tx, args);
    return { ...page, journal: tx.journal! };
  } finally {
    snapshot.close();
  }
}

const names = (page: Page) => page.page.map((room) => room.name).join("");

async function withRooms(letters: string): Promise<Database> {
  const database = roomsDatabase();
  await mutate(database, (tx) => [...letters].forEach((name) => tx.insert("rooms", { name })));
  return database;
}

async function insert(database: Database, name: string): Promise<void> {
  await mutate(database, (tx) => tx.insert("rooms", { name }));
}

test("pages follow one another and end with an empty one [Q6]", async () => {
  const database = await withRooms("fedcba");
  const first = run(database);
  const second = run(database, { cursor: first.continueCursor });
  const third = run(database, { cursor: second.continueCursor });
  expect([first, second, third].map(names)).toEqual(["abc", "def", ""]);
  expect([first, second, third].map((page) => page.isDone)).toEqual([false, false, true]);
  const after = run(database, { cursor: third.continueCursor });
  expect([names(after), after.isDone]).toEqual(["", true]);
});

test("a last page that is not full is done [Q6]", async () => {
  const database = await withRooms("abcd");
  const first = run(database);
  const second = run(database, { cursor: first.continueCursor });
  expect([names(second), second.isDone]).toEqual(["d", true]);
});

test("descending pages, and pages of filtered rows [Q6]", async () => {
  const database = await withRooms("abcdef");
  const first = run(database, { query: byName("desc"), pageSize: 4 });
  const second = run(database, {
    query: byName("desc"),
    pageSize: 4,
    cursor: first.continueCursor,
  });
  expect([names(first), names(second)]).toEqual(["fedc", "ba"]);
  const filter = { $gt: [{ $field: "name" }, { $literal: "c" }] };
  const filtered = run(database, { query: byName("asc", [{ filter }]), pageSize: 2 });
  expect([names(filtered), filtered.isDone]).toEqual(["de", false]);
});

test("a table that does not exist is one empty page [Q6]", () => {
  const database = roomsDatabase();
  const page = run(database, { query: range("nowhere.by_x") });
  expect([names(page), page.isDone]).toEqual(["", true]);
});

test("with an end cursor a page is everything up to it, however many rows that is [Q7]", async () => {
  const database = await withRooms("bdfh");
  const first = run(database, { pageSize: 2 });
  const second = run(database, { pageSize: 2, cursor: first.continueCursor });
  for (const name of "ace") await insert(database, name);
  const again = run(database, { pageSize: 2, endCursor: first.continueCursor, maximumRowsRead: 1 });
  const next = run(database, {
    pageSize: 2,
    cursor: first.continueCursor,
    endCursor: second.continueCursor,
  });
  expect([names(again), names(next)]).toEqual(["abcd", "efh"]);
  expect(again.continueCursor).toBe(first.continueCursor);
  expect([again.isDone, again.pageStatus]).toEqual([false, "SplitRecommended"]);
});

test("the journal keeps the boundary of a page; an explicit end cursor wins over it [Q7]", async () => {
  const database = await withRooms("bdfh");
  const first = run(database, { pageSize: 2 });
  for (const name of "ac") await insert(database, name);
  const again = run(database, { pageSize: 2 }, first.journal);
  expect(names(again)).toBe("abcd");
  expect(again.journal).toBe(first.journal);
  const short = run(database, { pageSize: 1 });
  expect(
    names(run(database, { pageSize: 2, endCursor: short.continueCursor }, first.journal)),
  ).toBe("a");
});

test("the journal of a finished list keeps it finished [Q7]", async () => {
  const database = await withRooms("ab");
  const all = run(database, { pageSize: 5 });
  for (const name of "cdefg") await insert(database, name);
  const again = run(database, { pageSize: 5 }, all.journal);
  expect([names(again), again.isDone]).toEqual(["abcdefg", true]);
});

test("neighbouring pages never overlap nor leave a gap, whatever happens between runs [Q7]", async () => {
  const letter = fc.constantFrom(..."abcdefghij");
  const change = fc.record({ add: fc.boolean(), letter });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(letter),
      fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 4 }),
      fc.constantFrom("asc", "desc"),
      async (initial, rounds, order) => {
        const database = await withRooms(initial.join(""));
        const present = new Map<string, string>();
        read(database, (tx) =>
          pageOf(tx, { pageSize: 100 }).page.forEach((room) => present.set(room.name, room._id)),
        );
        const query = byName(order);
        const pages: { cursor: string | null; journal: string | null; result: Page }[] = [];
        const runPage = (cursor: string | null, journal: string | null) => {
          const result = run(database, { query, pageSize: 2, cursor }, journal);
          return { cursor, journal: result.journal, result };
        };
        pages.push(runPage(null, null));
        for (const changes of [...rounds, []]) {
          await mutate(database, (tx) => {
            for (const { add, letter: name } of changes) {
              const id = present.get(name);
              if (add && id === undefined) present.set(name, tx.insert("rooms", { name }));
              if (!add && id !== undefined) {
                tx.remove({ id });
                present.delete(name);
              }
            }
          });
          pages.forEach((page, at) => (pages[at] = runPage(page.cursor, page.journal)));
          while (!pages.at(-1)!.result.isDone)
            pages.push(runPage(pages.at(-1)!.result.continueCursor, null));
          const sorted = [...present.keys()].sort().join("");
          expect(pages.map((page) => names(page.result)).join("")).toBe(
            order === "asc" ? sorted : [...sorted].reverse().join(""),
          );
        }
        database.close();
      },
    ),
    { numRuns: 25 },
  );
});

test("a cursor is good for its own query only [Q8]", async () => {
  const database = await withRooms("abcdef");
  const { continueCursor } = run(database);
  const others = [
    byName("desc"),
    byName("asc", [{ filter: { $literal: true } }]),
    range("rooms.by_name", [["Gt", "name", ""]]),
    range("rooms.by_creation_time"),
  ];
  for (const query of others) {
    expect(() => run(database, { query, cursor: continueCursor })).toThrow(InvalidCursorError);
    expect(() => run(database, { query, endCursor: continueCursor })).toThrow(/^InvalidCursor:/);
  }
  expect(new InvalidCursorError().data).toEqual({
    isConvexSystemError: true,
    paginationError: "InvalidCursor",
  });
});

test("cursors that come back changed are refused [Q8]", async () => {
  const database = await withRooms("abcdef");
  const { continueCursor } = run(database);
  for (const text of [
    "",
    "x",
    "!!!!",
    "A".repeat(200),
    continueCursor.slice(0, -2),
    `${continueCursor}AAAA`,
  ]) {
    expect(() => run(database, { cursor: text })).toThrow(InvalidCursorError);
  }
  for (let at = 0; at < continueCursor.length - 1; at += 3) {
    const other = continueCursor[at] === "A" ? "B" : "A";
    const changed = continueCursor.slice(0, at) + other + continueCursor.slice(at + 1);
    expect(() => run(database, { cursor: changed })).toThrow(InvalidCursorError);
  }
});

test("a journal that cannot be read is as none [Q8]", async () => {
  const database = await withRooms("abcdef");
  const desc = run(database, { query: byName("desc") });
  for (const journal of ["", "nonsense", desc.journal]) {
    expect(names(run(database, {}, journal))).toBe("abc");
  }
});

test("cursors hide the values of the row they stand on, and equal ones are equal texts [Q8]", async () => {
  const codec = new CursorCodec(Buffer.alloc(32, 1));
  const fingerprint = fingerprintOf(["q"]);
  const text = codec.encode({ after: "\x10top secret\0" }, fingerprint);
  expect(Buffer.from(text, "base64url").includes("secret")).toBe(false);
  expect(codec.encode({ after: "\x10top secret\0" }, fingerprint)).toBe(text);
  expect(codec.decode(text, fingerprint)).toEqual({ after: "\x10top secret\0" });
  expect(codec.decode(codec.encode("end", fingerprint), fingerprint)).toBe("end");
  expect(new CursorCodec(Buffer.alloc(32, 2)).decode(text, fingerprint)).toBeNull();
  const database = await withRooms("abcdef");
  expect(run(database).continueCursor).toBe(run(database).continueCursor);
});

test("a page ends where a maximum is reached, and says so [Q9]", async () => {
  const database = await withRooms("abcdefgh");
  const rows = run(database, { pageSize: 8, maximumRowsRead: 3 });
  expect([names(rows), rows.pageStatus, rows.isDone]).toEqual(["abc", "SplitRequired", false]);
  const bytes = run(database, { pageSize: 8, maximumBytesRead: 1 });
  expect([names(bytes), bytes.pageStatus]).toEqual(["a", "SplitRequired"]);
  expect(names(run(database, { pageSize: 8, maximumRowsRead: 0 }))).toBe("a");
  const recommended = run(database, { pageSize: 4, maximumRowsRead: 5 });
  expect([names(recommended), recommended.pageStatus]).toEqual(["abcd", "SplitRecommended"]);
});

test("the split cursor halves what was read [Q9]", async () => {
  const database = await withRooms("abcdefgh");
  const whole = run(database, { pageSize: 6 });
  const left = run(database, { endCursor: whole.splitCursor! });
  const right = run(database, { cursor: whole.splitCursor!, endCursor: whole.continueCursor });
  expect(names(left) + names(right)).toBe("abcdef");
  expect(left.page.length).toBeGreaterThan(1);
  expect(right.page.length).toBeGreaterThan(1);
  expect(run(database, { pageSize: 2 }).splitCursor).toBeNull();
});

test("a limit of the execution ends a page that has begun [Q9]", async () => {
  const database = roomsDatabase();
  await mutate(database, (tx) => {
    for (let at = 0; at < 15; at++) tx.insert("rooms", { name: "n", floor: "x".repeat(1_000_000) });
  });
  await mutate(database, (tx) => {
    for (let at = 0; at < 5; at++) tx.insert("rooms", { name: "n", floor: "x".repeat(1_000_000) });
  });
  const page = run(database, { pageSize: 20 });
  expect(page.pageStatus).toBe("SplitRequired");
  expect(page.page).toHaveLength(16);
  expect(names(run(database, { pageSize: 20, cursor: page.continueCursor }))).toBe("nnnn");
});

test("one execution pages once [Q10]", async () => {
  const database = await withRooms("ab");
  read(database, (tx) => {
    expect(tx.journal).toBeNull();
    const page = pageOf(tx);
    expect(tx.journal).toBe(page.continueCursor);
    expect(() => pageOf(tx)).toThrow("ran multiple paginated queries");
  });
});

test.each([0, -1, 1.5, 32_001, Number.NaN])("a page of %d rows is refused [Q10]", (pageSize) => {
  const database = roomsDatabase();
  expect(() => run(database, { pageSize })).toThrow("Invalid page size");
});

test("a page reads up to its last row, a last page to the end, an ended page to its end [Q11]", async () => {
  const database = await withRooms("abcdef");
  const rangeOf = (args: Partial<PageArgs>) =>
    read(database, (tx) => {
      const page = pageOf(tx, args);
      return { page, lower: tx.reads.ranges[0]!.lower, upper: tx.reads.ranges[0]!.upper! };
    });
  const first = rangeOf({});
  expect(first.upper.startsWith("\x10c\0")).toBe(true);
  const last = rangeOf({ cursor: first.page.continueCursor, pageSize: 10 });
  expect([last.lower, last.upper]).toEqual([first.upper, "\xff"]);
  const ended = rangeOf({ endCursor: first.page.continueCursor });
  expect([ended.lower, ended.upper]).toEqual([first.lower, first.upper]);
});
