/** The values of some registers by name; null means never written. */
export type Registers = Readonly<Record<string, string | null>>;

/**
 * A mutation: its reads, its writes, and the times of its call and its answer. It reads every register that it writes.
 */
export type Change = {
  name: string;
  client: string;
  calledAt: number;
  answeredAt: number;
  /** The timestamp of its commit; several mutations may share one. */
  ts: bigint;
  reads: Registers;
  writes: Registers;
};

/** A state that a client's subscriptions showed. */
export type View = { client: string; at: number; ts: bigint; shows: Registers };

/** A one-time query; the time of its snapshot is not known. */
export type Reading = { calledAt: number; shows: Registers };

/** The record of all concurrent clients. `at` counts the events of all clients in their order. */
export type History = {
  changes: readonly Change[];
  views: readonly View[];
  readings: readonly Reading[];
};

/**
 * Returns the anomalies of a history. The list is empty if the history is strictly serializable and every client sees
 * its own writes and never goes back in time. Strictly serializable means that the mutations, run one by one in commit
 * order, explain every read, and that nobody who asked after an answer gets an older state.
 */
export function findAnomalies(history: History): string[] {
  const { states, anomalies } = replay(history.changes);
  return [
    ...anomalies,
    ...checkAnswersBefore(history.changes),
    ...history.views.flatMap((view) => checkView(view, states)),
    ...checkClients(history),
    ...history.readings.flatMap((reading) => checkReading(reading, history.changes, states)),
  ];
}

type Values = ReadonlyMap<string, string>;
/** The state from this timestamp on. */
type State = { ts: bigint; values: Values };

/**
 * Replays the mutations in commit order. Mutations of one commit are put in the one order that explains their reads.
 */
function replay(changes: readonly Change[]): { states: State[]; anomalies: string[] } {
  const states: State[] = [{ ts: 0n, values: new Map() }];
  const anomalies: string[] = [];
  for (const group of byCommit(changes)) {
    const values = new Map(states.at(-1)!.values);
    const remaining = new Set(group);
    while (remaining.size > 0) {
      const next = findNext(remaining, values);
      if (next === null) {
        for (const change of remaining) anomalies.push(explain(change, values));
        for (const change of remaining) write(change, values);
        break;
      }
      write(next, values);
      remaining.delete(next);
    }
    states.push({ ts: group[0]!.ts, values });
  }
  return { states, anomalies };
}

function byCommit(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = [];
  for (const change of [...changes].sort((a, b) => compare(a.ts, b.ts))) {
    const last = groups.at(-1);
    if (last?.[0]?.ts === change.ts) last.push(change);
    else groups.push([change]);
  }
  return groups;
}

/**
 * Finds the next mutation of the serial order: its reads match the state, and no other mutation still has to read a
 * value that it replaces. No value is written twice, so any match may come first.
 */
function findNext(remaining: ReadonlySet<Change>, values: Values): Change | null {
  for (const change of remaining) {
    if (!holds(change.reads, values)) continue;
    const replaces = Object.keys(change.writes);
    const isAwaited = ({ reads }: Change) =>
      replaces.some((name) => name in reads && reads[name] === valueOf(values, name));
    if (![...remaining].some((other) => other !== change && isAwaited(other))) return change;
  }
  return null;
}

function write({ writes }: Change, values: Map<string, string>): void {
  for (const [name, value] of Object.entries(writes)) if (value !== null) values.set(name, value);
}

function explain({ name, reads }: Change, values: Values): string {
  return `${name} read ${differences(reads, values) || "what another one of its commit replaced"}`;
}

/** Checks that a mutation that was called after the answer to another one commits after it. */
function checkAnswersBefore(changes: readonly Change[]): string[] {
  const anomalies: string[] = [];
  const answered = [...changes].sort((a, b) => a.answeredAt - b.answeredAt);
  let at = 0;
  let latest: Change | null = null;
  for (const change of [...changes].sort((a, b) => a.calledAt - b.calledAt)) {
    for (; at < answered.length && answered[at]!.answeredAt < change.calledAt; at += 1)
      if (latest === null || answered[at]!.ts > latest.ts) latest = answered[at]!;
    if (latest !== null && change.ts <= latest.ts)
      anomalies.push(
        `${change.name} was asked for after ${latest.name} was answered, but comes before it`,
      );
  }
  return anomalies;
}

function checkView({ client, ts, shows }: View, states: readonly State[]): string[] {
  const wrong = differences(shows, stateAt(states, ts).values);
  return wrong === "" ? [] : [`${client} was shown ${wrong} at ${ts}`];
}

/** Checks each client: its timestamps never decrease, and after the answer to its mutation it sees that mutation. */
function checkClients({ changes, views }: History): string[] {
  const anomalies: string[] = [];
  const events = [
    ...views.map(({ client, at, ts }) => ({ client, at, ts, what: `a view` })),
    ...changes.map(({ client, answeredAt, ts, name }) => ({
      client,
      at: answeredAt,
      ts,
      what: name,
    })),
  ].sort((a, b) => a.at - b.at);
  const newest = new Map<string, { ts: bigint; what: string }>();
  const shown = new Map<string, bigint>();
  for (const { client, at, ts, what } of events) {
    const last = newest.get(client);
    const isView = what === "a view";
    if (isView && last !== undefined && ts < last.ts)
      anomalies.push(
        `${client} went back behind ${last.what}: from ${last.ts} to ${ts} (event ${at})`,
      );
    if (!isView && (shown.get(client) ?? ts) < ts)
      anomalies.push(`${client} did not see its own ${what} when it was answered`);
    if (isView) shown.set(client, ts);
    if (last === undefined || ts > last.ts) newest.set(client, { ts, what });
  }
  return anomalies;
}

/** Checks that the answer is a state, and no older than any state that had been answered when the query was sent. */
function checkReading(
  { calledAt, shows }: Reading,
  changes: readonly Change[],
  states: readonly State[],
): string[] {
  let oldest = 0n;
  for (const { answeredAt, ts } of changes) if (answeredAt < calledAt && ts > oldest) oldest = ts;
  const first = states.indexOf(stateAt(states, oldest));
  if (states.slice(first).some(({ values }) => holds(shows, values))) return [];
  const isOld = states.some(({ values }) => holds(shows, values));
  return [
    `A reading showed ${JSON.stringify(shows)}, ${isOld ? "an old state" : "no state at all"}`,
  ];
}

/** Returns the last state at or before this timestamp. */
function stateAt(states: readonly State[], ts: bigint): State {
  let low = 0;
  for (let high = states.length; high - low > 1;) {
    const middle = (low + high) >> 1;
    if (states[middle]!.ts <= ts) low = middle;
    else high = middle;
  }
  return states[low]!;
}

function holds(expected: Registers, values: Values): boolean {
  return Object.entries(expected).every(([name, value]) => value === valueOf(values, name));
}

function differences(shown: Registers, values: Values): string {
  return Object.entries(shown)
    .filter(([name, value]) => value !== valueOf(values, name))
    .map(([name, value]) => `${name} = ${value} where it was ${valueOf(values, name)}`)
    .join(", ");
}

function valueOf(values: Values, name: string): string | null {
  return values.get(name) ?? null;
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
