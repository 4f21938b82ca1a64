/** The values of some registers by name; null for one that was never written. */
export type Registers = Readonly<Record<string, string | null>>;

/**
 * A mutation: what it read, what it wrote, and when its caller asked for it and was answered. It reads what it writes.
 */
export type Change = {
  name: string;
  client: string;
  calledAt: number;
  answeredAt: number;
  /** Its commit; several may share one. */
  ts: bigint;
  reads: Registers;
  writes: Registers;
};

/** A state as a client was shown it by its subscriptions. */
export type View = { client: string; at: number; ts: bigint; shows: Registers };

/** A question asked once, answered from a state whose time is not told. */
export type Reading = { calledAt: number; shows: Registers };

/** All that concurrent clients did and saw. `at` counts the events of all clients in the order they happened. */
export type History = {
  changes: readonly Change[];
  views: readonly View[];
  readings: readonly Reading[];
};

/**
 * Returns the faults of a history; none when it is strictly serializable (the mutations, one after another in the order
 * of their commits, explain every read, and nobody who asked after an answer gets an older state) and every client sees
 * its own writes and never goes back in time.
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
/** The state from this time on. */
type State = { ts: bigint; values: Values };

/**
 * Carries out the mutations in the order of their commits, and those of one commit in the one order that explains them.
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
 * The next of the mutations in their serial order: its reads hold, and no other one still has to read what it replaces.
 * No value is written twice, so whichever fits may come first.
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

/** A mutation that was asked for after another was answered comes after it. */
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

/** Each client on its own: its time never goes back, and from the answer of its mutation on it sees it. */
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

/** The answer is a state, and none older than what anybody had an answer for when it was asked. */
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

/** The last state that is not after this time. */
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
