/**
 * An honest person works at both doors, in a separate process: in the strangers' process the figures would measure that
 * process, not the host. Sends its figures after each piece of work. After a message or a failure it sends the last
 * figures and marks them as the last.
 *   tsx tests/faults/honest-work.ts http://localhost:3000 200
 * The number is the milliseconds of rest after each work.
 */
import { setTimeout as wait } from "node:timers/promises";
import { api } from "../../convex/_generated/api.js";
import { Person } from "./people.ts";

export type HonestFigures = { writes: number; longestMs: number; wrong: string | null };
export type HonestMessage = HonestFigures & { isLast: boolean };

const patienceMs = 30_000;
const [url = "", restMs = "0"] = process.argv.slice(2);
const figures: HonestFigures = { writes: 0, longestMs: 0, wrong: null };
let isOver = false;

process.once("message", () => (isOver = true));
// A terminal interrupts both processes; the parent process ends this one.
process.on("SIGINT", () => undefined);
// Without the parent process, nobody needs the figures.
process.once("disconnect", () => process.exit());
const person = await Person.signIn("honest", url);
try {
  await work();
  tell({ isLast: false });
  while (!isOver) {
    const startedAt = performance.now();
    await work();
    figures.writes += 1;
    figures.longestMs = Math.max(figures.longestMs, Math.round(performance.now() - startedAt));
    tell({ isLast: false });
    if (restMs !== "0") await wait(Number(restMs));
  }
  // Work once more after the strangers have left.
  await work();
} catch (error) {
  figures.wrong = String(error);
}
tell({ isLast: true });

function tell({ isLast }: { isLast: boolean }): void {
  process.send?.({ ...figures, isLast } satisfies HonestMessage);
}

async function work(): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Somebody honest got no answer.")), patienceMs);
  });
  await Promise.race([workAtBothDoors(), late]).finally(() => clearTimeout(timer));
}

async function workAtBothDoors(): Promise<void> {
  await person.mutation(api.projects.create, { name: "Honest", units: ["1"] });
  // A host closes connections that are idle for 5 s, possibly while a request is on its way; browsers retry as well.
  const ask = () => person.request("/api/projects");
  const answer = (await ask()) ?? (await ask());
  if (answer?.status !== 200) throw new Error(`Somebody honest got ${answer?.status}.`);
}
