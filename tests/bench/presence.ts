import { beatMs } from "../../convex/rules/presence.ts";
import { cpuMs, Samples } from "./measure.ts";
import type { ServerProcess } from "./processes.ts";
import { TabClient } from "./raw-client.ts";
import type { Row } from "./table.ts";
import { type BenchWorkspace, fetchToken } from "./workspace.ts";
import { Writers } from "./writers.ts";

const people = 200;
/** The number of people who change the list in turn. */
const writing = 10;
/** The interval at which each person opens or closes a unit. */
const moveMs = 60_000;
const tickEveryMs = 60;

let ticksSoFar = 0;

type Figures = { acknowledgement: Samples; delivery: Samples; cpuPerTick: number };

/**
 * Measures the cost of presence. 200 people have one project open and watch one list; some of them change it in turn,
 * from another process. The run is repeated without presence, which is the floor of each row.
 */
export async function measurePresence(
  server: ServerProcess,
  workspace: BenchWorkspace,
  { rounds, ticks }: { rounds: number; ticks: number },
): Promise<Row[]> {
  const without = noFigures();
  const present = noFigures();
  for (let round = 0; round < rounds; round += 1) {
    // Tokens expire after minutes, so each round opens new clients.
    const crowd = await Crowd.connect(server, workspace);
    await crowd.tick(Math.ceil(ticks / 4));
    // The order changes with each round, because the second run finds a warmer machine.
    for (const isPresent of round % 2 === 0 ? [false, true] : [true, false]) {
      const stop = isPresent ? await crowd.arrive() : null;
      await crowd.tick(ticks, isPresent ? present : without);
      await stop?.();
    }
    crowd.close();
  }
  const name = (what: string) => `${people} people in one project, with their presence: ${what}`;
  const row = (what: string, figure: (figures: Figures) => number): Row => ({
    ...{ name: name(what), unit: "ms", floorName: "without" },
    ...{ host: figure(present), floor: figure(without) },
  });
  return [
    row("acknowledgement p50", ({ acknowledgement }) => acknowledgement.p50),
    row("acknowledgement p99", ({ acknowledgement }) => acknowledgement.p99),
    row("delivery to the last p50", ({ delivery }) => delivery.p50),
    row("delivery to the last p99", ({ delivery }) => delivery.p99),
    row("CPU per tick", ({ cpuPerTick }) => cpuPerTick / rounds),
  ];
}

class Crowd {
  readonly #server: ServerProcess;
  readonly #workspace: BenchWorkspace;
  readonly #tabs: TabClient[] = [];
  readonly #writers: Writers;

  private constructor(server: ServerProcess, workspace: BenchWorkspace, writers: Writers) {
    this.#server = server;
    this.#workspace = workspace;
    this.#writers = writers;
  }

  static async connect(server: ServerProcess, workspace: BenchWorkspace): Promise<Crowd> {
    const { unitId, projectId, secrets } = workspace;
    const tokens: string[] = [];
    for (const secret of secrets.slice(0, people))
      tokens.push(await fetchToken(server.address, secret));
    const writers = await Writers.start(server.address, tokens.slice(0, writing), workspace);
    const crowd = new Crowd(server, workspace, writers);
    for (const token of tokens) {
      const tab = await TabClient.open(server.address, token);
      await tab.watch("tasks:list", { unitId });
      await tab.watch("presence:list", { projectId });
      crowd.#tabs.push(tab);
    }
    return crowd;
  }

  /**
   * Changes the list `count` times. Each change is timed until it is acknowledged, and until the last watcher has it.
   */
  async tick(count: number, figures = noFigures()): Promise<void> {
    const cpuBefore = cpuMs(this.#server.pid);
    for (let tick = 0; tick < count; tick += 1) {
      ticksSoFar += 1;
      const marker = new Date(Date.UTC(2031, 0, 1) + ticksSoFar).toISOString();
      const isList = (text: string) => text.includes(marker) && text.length > 2000;
      const seen = Promise.all(this.#tabs.map((tab) => tab.next(isList))).then(
        () => performance.timeOrigin + performance.now(),
      );
      const { startedAt, ms } = await this.#writers.write(marker);
      figures.acknowledgement.add(ms);
      const took = (await seen) - startedAt;
      figures.delivery.add(took);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, tickEveryMs - took)));
    }
    figures.cpuPerTick += (cpuMs(this.#server.pid) - cpuBefore) / count;
  }

  /** Lets everybody report their presence regularly. The returned function stops that. */
  async arrive(): Promise<() => Promise<void>> {
    const { projectId, otherUnitIds } = this.#workspace;
    const timers: ReturnType<typeof setTimeout>[] = [];
    const places = this.#tabs.map((tab, person) => ({ tab, unit: person, isOpen: false }));
    const look = async ({ tab, unit, isOpen }: (typeof places)[number]) =>
      await tab.mutate("presence:look", {
        ...{ page: "bench", projectId },
        ...(isOpen && { unitId: otherUnitIds[unit]! }),
      });
    for (const place of places) await look(place);
    for (const [person, place] of places.entries()) {
      let beats = person % (moveMs / beatMs);
      const beat = () => {
        beats += 1;
        if (beats % (moveMs / beatMs) === 0) {
          place.isOpen = !place.isOpen;
          place.unit += 1;
        }
        void look(place);
      };
      const first = setTimeout(
        () => {
          beat();
          timers.push(setInterval(beat, beatMs));
        },
        (person * beatMs) / people,
      );
      timers.push(first);
    }
    return async () => {
      for (const timer of timers) clearTimeout(timer);
      for (const { tab } of places) await tab.mutate("presence:leave", { page: "bench" });
    };
  }

  close(): void {
    this.#writers.stop();
    for (const tab of this.#tabs) tab.close();
  }
}

function noFigures(): Figures {
  return { acknowledgement: new Samples(), delivery: new Samples(), cpuPerTick: 0 };
}
