import { TabClient } from "./raw-client.ts";
import type { ToWriters, Watched, Write } from "./writers.ts";

const tabs: TabClient[] = [];
let taskId = "";
let writes = 0;

process.on("message", (asked: ToWriters) => {
  void (async () => {
    process.send?.("url" in asked ? await open(asked) : await write(asked.marker));
  })();
});

async function open({
  url,
  tokens,
  watched,
}: {
  url: string;
  tokens: readonly string[];
  watched: Watched;
}): Promise<null> {
  const { unitId, projectId } = watched;
  taskId = watched.taskId;
  for (const token of tokens) {
    const tab = await TabClient.open(url, token);
    await tab.watch("tasks:list", { unitId });
    await tab.watch("presence:list", { projectId });
    tabs.push(tab);
  }
  return null;
}

async function write(dueDate: string): Promise<Write> {
  const tab = tabs[writes % tabs.length]!;
  writes += 1;
  const startedAt = performance.timeOrigin + performance.now();
  await tab.mutate("tasks:update", { taskId, dueDate });
  return { startedAt, ms: performance.timeOrigin + performance.now() - startedAt };
}
