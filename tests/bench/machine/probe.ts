import { Samples } from "../measure.ts";
import { TabClient } from "../raw-client.ts";
import { fetchToken } from "../workspace.ts";
import { type Project, secretOf } from "./company.ts";

const everyMs = 200;

let markers = 0;

/**
 * Two people watch one unit, and one of them changes a task five times a second, to measure the delays within a crowd.
 */
export class Probe {
  readonly #writer: TabClient;
  readonly #reader: TabClient;
  readonly #taskId: string;

  private constructor(writer: TabClient, reader: TabClient, taskId: string) {
    this.#writer = writer;
    this.#reader = reader;
    this.#taskId = taskId;
  }

  static async open(url: string, { units }: Project): Promise<Probe> {
    const [{ id: unitId, taskIds }] = units as [Project["units"][number]];
    const tabs: TabClient[] = [];
    for (const person of [0, 1]) {
      const token = await fetchToken(url, secretOf(person));
      const tab = await TabClient.open(url, token, { isCompressed: true });
      await tab.watch("tasks:list", { unitId });
      tabs.push(tab);
    }
    return new Probe(tabs[0]!, tabs[1]!, taskIds[0]!);
  }

  /** The times until a change is answered, and until the other has it. */
  async measure(milliseconds: number): Promise<{ acknowledgement: Samples; delivery: Samples }> {
    const [acknowledgement, delivery] = [new Samples(), new Samples()];
    const end = performance.now() + milliseconds;
    while (performance.now() < end) {
      const marker = new Date(Date.UTC(2031, 0, 1) + ++markers).toISOString();
      const seen = this.#reader.next((text) => text.includes(marker));
      const startedAt = performance.now();
      await this.#writer.mutate("tasks:update", { taskId: this.#taskId, dueDate: marker });
      acknowledgement.add(performance.now() - startedAt);
      await seen;
      delivery.add(performance.now() - startedAt);
      const left = everyMs - (performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)));
    }
    return { acknowledgement, delivery };
  }

  close(): void {
    this.#writer.close();
    this.#reader.close();
  }
}
