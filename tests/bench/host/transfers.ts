import { cpuMs } from "../measure.ts";
import type { ServerProcess } from "../processes.ts";
import { HttpLine } from "./http-line.ts";

export const accountCount = 10_000;
/** The number of clients. */
export const clients = 64;

/**
 * Signed-in clients, each another person, transfer between random accounts. Each client sends one HTTP request per
 * transfer, and the next one after the response.
 */
export async function transfers(
  server: ServerProcess,
  { tokens, milliseconds }: { tokens: readonly string[]; milliseconds: number },
): Promise<{ perSecond: number; cpuEach: number }> {
  const lines: HttpLine[] = [];
  for (const token of tokens) lines.push(await HttpLine.open(server.address, token));
  const end = performance.now() + milliseconds;
  const cpuBefore = cpuMs(server.pid);
  let count = 0;
  const work = async (line: HttpLine) => {
    while (performance.now() < end) {
      const from = Math.floor(Math.random() * accountCount);
      const to = (from + 1 + Math.floor(Math.random() * (accountCount - 1))) % accountCount;
      const args = { from, to, amount: 1 };
      const body = JSON.stringify({ path: "accounts:transfer", args, format: "json" });
      const status = await line.post("/api/mutation", body);
      if (status !== 200) throw new Error(`A transfer was answered with ${status}.`);
      count++;
    }
  };
  await Promise.all(lines.map(work));
  const cpuEach = (cpuMs(server.pid) - cpuBefore) / count;
  for (const line of lines) line.close();
  return { perSecond: count / (milliseconds / 1000), cpuEach };
}
