import { Samples, timed } from "./measure.ts";
import type { ServerProcess } from "./processes.ts";
import type { Row } from "./table.ts";
import type { BenchWorkspace } from "./workspace.ts";

type Item = { id: string; recordId: string };

/** A project with all its units and tasks is deleted and restored over HTTP, again and again. */
export async function measureTrash(
  { address }: ServerProcess,
  { secrets, projectId }: BenchWorkspace,
  { units, rounds }: { units: number; rounds: number },
): Promise<Row[]> {
  const headers = { Cookie: `turnboard_session=${secrets[0]}` };
  const send = async (method: string, path: string): Promise<Response> =>
    await fetch(`${address}/api/${path}`, { method, headers });
  const sendWell = async (method: string, path: string) => {
    const response = await send(method, path);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return (await response.json()) as unknown;
  };
  const gone = new Samples();
  const back = new Samples();
  for (let round = 0; round < rounds; round += 1) {
    await timed(gone, () => sendWell("DELETE", `projects/${projectId}`));
    if ((await send("GET", `projects/${projectId}/units`)).status !== 404)
      throw new Error("The units of a deleted project are still there");
    const { page } = (await sendWell("GET", "trash?kind=project")) as { page: Item[] };
    const item = page.find(({ recordId }) => recordId === projectId);
    await timed(back, () => sendWell("POST", `trash/${item?.id ?? ""}/restore`));
    const list = (await sendWell("GET", `projects/${projectId}/units`)) as unknown[];
    if (list.length !== units) throw new Error(`${list.length} of ${units} units came back`);
  }
  const row = (what: string, samples: Samples): Row[] => [
    { name: `a project of ${units} units ${what} p50`, unit: "ms", host: samples.p50 },
    { name: `a project of ${units} units ${what} p99`, unit: "ms", host: samples.p99 },
  ];
  return [...row("is deleted", gone), ...row("is restored", back)];
}
