import { beatMs } from "../../convex/rules/presence.ts";
import { cpuMs, Samples } from "./measure.ts";
import type { ServerProcess } from "./processes.ts";
import { TabClient } from "./raw-client.ts";
import type { Row } from "./table.ts";
import { type BenchWorkspace, fetchToken } from "./workspace.ts";

const people = 200;
/** Somebody opens or closes a unit this often. */
const moveMs = 60_000;
const tickEveryMs = 60;

let ticksSoFar = 0;

type Figures = { acknowledgement: Samples; delivery: Samples; cpuPerTick: number };

/**
 * 200 people have one project open and watch one list, which one of them after the other changes: with everybody's presence
 * and without, in turns. The floor of each row is the same run without presence.
 */
export async function measurePresence(
  server: ServerProcess,
  workspace: BenchWorkspace,
  { rounds, ticks }: { rounds: number; ticks: number },
): Promise<Row[]> {
  const without = noFigures();
  const present = noFigures();
  for (let round = 0; round < rounds; round += 1) {
    // Tokens live for minutes.
    const crowd = await Crowd.connect(server, workspace);
    await crowd.tick(Math.ceil(ticks / 4));
    // The one that is measured first meets a warmer machine in the next round.
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

  private constructor(server: ServerProcess, workspace: BenchWorkspace) {
    this.#server = server;
    this.#workspace = workspace;
  }

  static async connect(server: ServerProcess, workspace: BenchWorkspace): Promise<Crowd> {
    const crowd = new Crowd(server, workspace);
    const { unitId, projectId, secrets } = workspace;
    for (const secret of secrets.slice(0, people)) {
      const tab = await TabClient.open(server.address, await fetchToken(server.address, secret));
      await tab.watch("tasks:list", { unitId });
      await tab.watch("presence:list", { projectId });
      crowd.#tabs.push(tab);
    }
    return crowd;
  }

  /** Changes the list so many times; each change is timed until it is answered, and until the last one has it. */
  async tick(count: number, figures = noFigures()): Promise<void> {
    const cpuBefore = cpuMs(this.#server.pid);
    for (let tick = 0; tick < count; tick += 1) {
      ticksSoFar += 1;
      const marker = new Date(Date.UTC(2031, 0, 1) + ticksSoFar).toISOString();
      const isList = (text: string) => text.includes(marker) && text.length > 2000;
      const writer = this.#tabs[ticksSoFar % people]!;
      const start = performance.now();
      const seen = Promise.all(this.#tabs.map((tab) => tab.next(isList)));
      await writer.mutate("tasks:update", { taskId: this.#workspace.taskId, dueDate: marker });
      figures.acknowledgement.add(performance.now() - start);
      await seen;
      const took = performance.now() - start;
      figures.delivery.add(took);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, tickEveryMs - took)));
    }
    figures.cpuPerTick += (cpuMs(this.#server.pid) - cpuBefore) / count;
  }

  /** Everybody says where they are, and goes on to; the function that is returned ends that. */
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
    for (const tab of this.#tabs) tab.close();
  }
}

function noFigures(): Figures {
  return { acknowledgement: new Samples(), delivery: new Samples(), cpuPerTick: 0 };
}
