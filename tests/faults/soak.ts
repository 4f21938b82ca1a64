import { api } from "../../convex/_generated/api.js";
import { cpuMs, residentMb, Samples } from "../bench/measure.ts";
import { KillableHost } from "../support/killable-host.ts";
import { findSlopes, type Period } from "./flatness.ts";
import { pause, Person } from "./people.ts";
import { seeded } from "convex-host/seeded";
import { type Building, SoakPerson } from "./soak-person.ts";

export type Soak = {
  people: number;
  periods: number;
  periodMs: number;
  tell: (line: string) => void;
};

const peoplePerBuilding = 40;

export type SoakResult = { periods: (Period & CpuShares)[]; slopes: string[] };

/** The processor time of the host and of all clients together, in percent of one core. */
type CpuShares = { hostCpu: number; clientsCpu: number };

/** Lets people work for a long time and looks at the host's memory and speed in every period. */
export async function runSoak({ people, periods, periodMs, tell }: Soak): Promise<SoakResult> {
  const host = await KillableHost.build();
  try {
    await host.start();
    const random = seeded(people);
    const buildings = await makeBuildings(host.url, Math.ceil(people / peoplePerBuilding));
    const workers: SoakPerson[] = [];
    for (let count = 0; count < people; count += 1) {
      const person = await Person.signIn(`person${count}`, host.url);
      const building = buildings[count % buildings.length]!;
      workers.push(new SoakPerson(person, { building, random, url: host.url }));
    }
    tell(`${people} people are in`);

    let samples = new Samples();
    let isOver = false;
    const working = Promise.all(
      workers.map((worker) =>
        worker.work(
          () => samples,
          () => isOver,
        ),
      ),
    );
    const seen: SoakResult["periods"] = [];
    const shares = cpuShares(host.pid);
    while (seen.length < periods) {
      await Promise.race([pause(periodMs), working]);
      seen.push({ ...toPeriod(samples, host.pid), ...shares() });
      samples = new Samples();
      tell(`${seen.length}/${periods}: ${JSON.stringify(seen.at(-1))}`);
    }
    isOver = true;
    await working;
    await host.stop();
    return { periods: seen, slopes: findSlopes(seen) };
  } finally {
    await host.remove();
  }
}

function toPeriod(samples: Samples, pid: number): Period {
  const { count } = samples;
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    memoryMb: Math.round(residentMb(pid)),
    p50Ms: count === 0 ? 0 : round(samples.p50),
    p99Ms: count === 0 ? 0 : round(samples.p99),
    actions: count,
  };
}

/** Returns a function that gives the shares since its previous call. */
function cpuShares(pid: number): () => CpuShares {
  const read = () => {
    const { user, system } = process.cpuUsage();
    return { at: performance.now(), host: cpuMs(pid), clients: (user + system) / 1000 };
  };
  let last = read();
  return () => {
    const [before, now] = [last, read()];
    last = now;
    const share = (ms: number) => Math.round((100 * ms) / (now.at - before.at));
    return {
      hostCpu: share(now.host - before.host),
      clientsCpu: share(now.clients - before.clients),
    };
  };
}

async function makeBuildings(url: string, count: number): Promise<Building[]> {
  const builder = await Person.signIn("builder", url);
  const buildings: Building[] = [];
  while (buildings.length < count) {
    buildings.push(await makeBuilding(builder, `Building ${buildings.length + 1}`));
  }
  await builder.close();
  return buildings;
}

async function makeBuilding({ client }: Person, name: string): Promise<Building> {
  const names = Array.from({ length: 40 }, (_, index) => `${101 + index}`);
  const project = await client.mutation(api.projects.create, { name, units: names });
  const templates = await client.query(api.taskTemplates.list, {});
  const templateIds = templates.slice(0, 15).map(({ id }) => id);
  const units: Building["units"] = [];
  for (const { id } of await client.query(api.units.list, { projectId: project.id })) {
    const tasks = await client.mutation(api.tasks.assignToUnit, { unitId: id, templateIds });
    units.push({ id, taskIds: tasks.map((task) => task.id) });
  }
  return { projectId: project.id, units };
}
