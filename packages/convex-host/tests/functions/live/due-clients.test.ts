import { expect, test } from "vitest";
import { Chain } from "../../../src/functions/live/chain.ts";
import { DueClients } from "../../../src/functions/live/due-clients.ts";
import { type LiveClient, withPlaces } from "../../../src/functions/live/live-client.ts";

let lastId = 0;

function clientOf(taker: string | null): LiveClient {
  return withPlaces({
    // Each page has its own sign-in.
    ...{
      id: ++lastId,
      callerKey: `${taker} ${lastId}`,
      taker,
      watches: new Map(),
      unsettled: new Chain(),
      answered: new Set(),
    },
    ...{ identity: null, isAdmin: false, querySet: 1, identityVersion: 1, removed: [] },
    ...{
      owesTransition: false,
      owedTs: 0n,
      isBusy: false,
      isDue: true,
      dueSinceMs: 0,
      runs: 0,
      turnMs: 0,
    },
  });
}

function pagesOf(taker: string | null, count: number): LiveClient[] {
  return Array.from({ length: count }, () => clientOf(taker));
}

/** The callers in the order of their turns. */
function turnsOf(due: DueClients, count = Infinity): (string | null)[] {
  const callers: (string | null)[] = [];
  while (callers.length < count) {
    const next = due.takeNext(1n);
    if (next === null) break;
    callers.push(next.client.taker);
  }
  return callers;
}

test("whoever has 200 pages open, of as many sign-ins, has a turn as often as whoever has one [L10] [B25]", () => {
  const due = new DueClients();
  for (const client of pagesOf("ann", 200)) due.add(client, 0);
  for (const caller of ["bob", "cay", null]) due.add(clientOf(caller), 1);

  expect(turnsOf(due, 5)).toEqual(["ann", "bob", "cay", null, "ann"]);
  // A caller who comes back in between waits for one page only.
  due.add(clientOf("bob"), 2);
  expect(turnsOf(due, 3)).toEqual(["ann", "bob", "ann"]);
  expect(turnsOf(due)).toHaveLength(196);
  expect(due.size).toBe(0);
});

test("one caller's pages have their turns in the order in which they began to wait [L10]", () => {
  const due = new DueClients();
  const [first, second] = pagesOf("ann", 2);
  due.add(first!, 0);
  due.add(second!, 5);
  due.add(first!, 9);

  expect(due.longestWaitMs(10)).toBe(10);
  expect(due.takeNext(1n)?.client).toBe(first);
  expect(due.longestWaitMs(10)).toBe(5);
  expect(due.takeNext(1n)?.client).toBe(second);
});

test("a client whose caller changed while it waited, or that left, is kept no longer [L10]", () => {
  const due = new DueClients();
  const [changing, leaving] = pagesOf(null, 2);
  due.add(changing!, 0);
  due.add(leaving!, 0);

  changing!.taker = "ann";
  due.forget(leaving!);

  expect(turnsOf(due)).toEqual(["ann"]);
  due.add(changing!, 3);
  expect(turnsOf(due)).toEqual(["ann"]);
});

test("whoever writes on 200 pages at once waits for the own ones, and others who wrote for one of them [L6] [L10]", () => {
  const due = new DueClients();
  for (const client of [...pagesOf("ann", 200), ...pagesOf("bob", 2), ...pagesOf("cay", 1)]) {
    due.add(client, 0);
    due.hurry(client);
  }

  expect(turnsOf(due, 6)).toEqual(["ann", "bob", "cay", "ann", "bob", "ann"]);
  expect(turnsOf(due)).toHaveLength(197);
});

test("a page that left, or was served without a run, waits for no write any more [L6]", () => {
  const due = new DueClients();
  const [leaving, served, waiting] = pagesOf("ann", 3);
  for (const client of [leaving!, served!, waiting!]) {
    due.add(client, 0);
    due.hurry(client);
  }

  due.forget(leaving!);
  expect([...due.takeWhere(1n, (client) => client === served)]).toEqual([served]);

  expect(due.takeNext(1n)).toEqual({ client: waiting, isUrgent: true });
  expect(due.takeNext(1n)).toBe(null);
  due.add(served!, 1);
  expect(due.takeNext(1n)).toEqual({ client: served, isUrgent: false });
});

test("clients that leave while others are served, and come again, neither end nor repeat the serving [L6] [L10]", () => {
  const due = new DueClients();
  const clients = pagesOf("ann", 5);
  const [first, second, third, fourth, fifth] = clients;
  for (const client of clients) due.add(client, 0);

  const served: LiveClient[] = [];
  for (const client of due.takeWhere(1n, () => true)) {
    served.push(client);
    if (served.length > 1) continue;
    due.forget(second!);
    due.forget(third!);
    due.add(client, 1);
  }

  expect(served).toEqual([first, fourth, fifth, first]);
  expect(due.size).toBe(0);
});

test("callers keep their turns when a thousand others come and go [L10]", () => {
  const due = new DueClients();
  const [early, late] = [clientOf("ann"), clientOf("bob")];
  due.add(early, 0);
  for (let number = 0; number < 1000; number++) {
    const client = clientOf(`caller ${number}`);
    due.add(client, 1);
    due.forget(client);
  }
  due.add(late, 2);
  due.add(clientOf("ann"), 3);

  expect(turnsOf(due)).toEqual(["ann", "bob", "ann"]);
});
