import { expect, test } from "vitest";
import { stepsOf } from "../../support/counted-steps.ts";
import { type Answer, identityOf, openRounds, settle } from "../../support/open-rounds.ts";

/** The path of each query tells the length of its answer; the caller does not matter. */
const answer = ({ path }: { path: string }): Answer => ({
  value: "x".repeat(Number(path.split(":n")[1])),
});
const open = (mostAnswerBytes: number) => openRounds({ answer, mostAnswerBytes });

test("when the answers of all are too many, whoever has most loses the client with most [B24]", async () => {
  const { open: watch, sent, cut } = open(4_500);
  watch(1, "ann", ["a:n1500"]);
  watch(2, "eve", ["b:n900"]);
  watch(3, "eve", ["c:n1000"]);
  await settle();
  expect(cut).toEqual([]);

  watch(4, "bob", ["d:n1300"]);
  await settle();

  expect(cut).toEqual([3]);
  expect(sent.map(({ client }) => client).toSorted()).toEqual([1, 2, 3, 4]);
});

test("who asks for more than all may have is cut, and nobody else [B24]", async () => {
  const { open: watch, sent, cut } = open(5_000);
  watch(1, "ann", ["a:n1500"]);
  await settle();

  watch(2, "eve", ["b:n2000", "c:n2001", "d:n2002"]);
  await settle();
  watch(3, "bob", ["e:n1500"]);
  await settle();

  expect(cut).toEqual([2]);
  expect(sent.map(({ client }) => client)).toEqual([1, 3]);
});

test("an answer that many look at is kept once, and is the fault of none of them [B24]", async () => {
  const { open: watch, cut } = open(10_000);
  for (let client = 1; client <= 10; client += 1) watch(client, `person ${client}`, ["a:n8000"]);
  await settle();
  expect(cut).toEqual([]);

  watch(11, "eve", ["b:n1000", "c:n1001"]);
  await settle();

  expect(cut).toEqual([11]);
});

test("accounts that look at the same together are to blame together, and all strangers too [B24]", async () => {
  const { open: watch, cut } = open(10_000);
  watch(1, "ann", ["a:n2500"]);
  for (const [client, who] of [
    [2, "eve"],
    [3, "mallory"],
  ] as const)
    watch(client, who, ["b:n6000"]);
  await settle();
  watch(4, "bob", ["c:n2000"]);
  await settle();
  expect(cut.toSorted()).toEqual([2, 3]);

  for (const client of [5, 6, 7]) watch(client, null, [`s:n${1_600 + client}`]);
  await settle();
  watch(8, "cleo", ["d:n1500"]);
  await settle();

  expect(cut.slice(2)).toEqual([7]);
});

test("what is watched no more takes no room [B24]", async () => {
  const { rounds, open: watch, cut } = open(5_000);
  watch(1, "eve", ["a:n4000"]);
  await settle();

  rounds.clients.close(1);
  watch(2, "ann", ["b:n4000"]);
  await settle();

  expect(cut).toEqual([]);
});

const listsOf = (count: number) => Array.from({ length: count }, (_, index) => `l${index}:n10`);

/**
 * Counts the steps of opening a client that is cut for its long answers, while 30 other clients watch this many lists
 * each.
 */
async function stepsOfCut(lists: number): Promise<number> {
  return await stepsOf(async (begin) => {
    const { open: watch, cut } = open(10_000);
    for (let client = 1; client <= 30; client += 1) watch(client, `p${client}`, listsOf(lists));
    await settle();
    expect(cut).toEqual([]);
    begin();
    watch(31, "eve", ["a:n6000", "b:n6001"]);
    await settle();
    expect(cut).toEqual([31]);
  });
}

test("to find who has most, nobody looks at what the others watch [B24]", async () => {
  const few = await stepsOfCut(5);

  // Visiting every list would take 35 steps more, and visiting every watch of the lists 1,050.
  expect(await stepsOfCut(40)).toBeLessThan(few + 10);
  // The search visits each caller and the clients of one caller, beside the usual work for a client that comes and
  // goes.
  expect(few).toBeLessThan(300);
});

test("one more who watches what many watch changes the parts of few [B24]", async () => {
  const steps = await stepsOf(async (begin) => {
    const { open: watch } = open(1_000_000);
    watch(0, "p0", ["a:n8000"]);
    await settle();
    begin();
    for (let client = 1; client <= 2_000; client += 1) watch(client, `p${client}`, ["a:n8000"]);
  });

  expect(steps / 2_000).toBeLessThan(20);
});

test("a client that is another caller's again and again costs little, however many watch the same [B24]", async () => {
  const stepsOfChanges = (clients: number) =>
    stepsOf(async (begin) => {
      const { rounds, open: watch } = open(1_000_000);
      for (let client = 0; client < clients; client += 1) watch(client, "ann", ["a:n8000"]);
      await settle();
      const change = (version: number, subject: string | null) =>
        rounds.clients.setIdentity(0, {
          ...{ version, identity: identityOf(subject), isAdmin: false, taker: subject },
        });
      begin();
      for (let version = 2; version < 42; version += 1) change(version, version % 2 ? "ann" : null);
    });

  expect(await stepsOfChanges(1_000)).toBeLessThan(2 * (await stepsOfChanges(50)) + 1_000);
});
