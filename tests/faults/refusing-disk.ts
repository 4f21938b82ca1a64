import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { api } from "../../convex/_generated/api.js";
import { KillableHost } from "../support/killable-host.ts";
import { photoBytes } from "./live-person.ts";
import type { PartResult } from "./parts.ts";
import { pause, Person } from "./people.ts";

/** The ways in which a disk refuses: "flush" fails once, "files" opens no more, and "away" is moved. */
const kinds = ["readonly", "full", "flush", "files", "away"] as const;
type Kind = (typeof kinds)[number];

const words = "could not store";
/** Work of the host's own comes by in this time. */
const meanwhileMs = 3_000;

/** People go on reading while the disk refuses in one way after another, and on with all as soon as it does not. */
export async function refuseByDisk(rounds: number): Promise<PartResult> {
  const host = await KillableHost.build();
  const folder = await mkdtemp(join(tmpdir(), "refusing-disk-"));
  const marks = join(folder, "marks");
  const wrongs: string[] = [];
  try {
    await mkdir(marks);
    const library = join(folder, "refusing-disk.so");
    const source = join(import.meta.dirname, "refusing-disk.c");
    execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]);
    const variables = [`FAULTY_DIR=${host.dataDir}`, `FAULTY_MARKS=${marks}`];
    await host.start({ through: ["env", `LD_PRELOAD=${library}`, ...variables] });
    const worker = await Worker.begin(host);
    const disk = new Disk(host, marks);
    for (let round = 0; round < rounds; round += 1)
      for (const kind of kinds) {
        const wrong = (text: string) => wrongs.push(`${kind}: ${text}`);
        await disk.begin(kind);
        await worker.workRefused(kind, wrong);
        await disk.end(kind);
        await worker.work(wrong);
      }
    // The log holds the whole commit whose flush failed. No later one is there when the process dies.
    await disk.begin("flush");
    await worker.workRefused("flush", (text) => wrongs.push(`flush, then a crash: ${text}`));
    if (!host.isRunning || /function-thread|process\./.test(host.printed))
      wrongs.push(`a thread ended:\n${host.printed}`);
    await host.kill();
    await host.start();
    const there = await worker.projects();
    const lost = worker.made.filter((name) => !there.includes(name));
    if (lost.length > 0) wrongs.push(`lost: ${lost.join(", ")}`);
    const extra = there.filter((name) => !worker.made.includes(name));
    if (extra.length > 0) wrongs.push(`refused, and there: ${extra.join(", ")}`);
    await worker.person.close();
    return {
      what: `${rounds} times a disk refuses in ${kinds.length} ways`,
      bounds: [{ name: "acknowledged and lost", is: lost.length, exactly: 0 }],
      wrongs,
      figures: { made: worker.made.length, refused: worker.refused },
    };
  } finally {
    await host.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

class Disk {
  readonly #host: KillableHost;
  readonly #marks: string;

  constructor(host: KillableHost, marks: string) {
    this.#host = host;
    this.#marks = marks;
  }

  async begin(kind: Kind): Promise<void> {
    if (kind === "files") this.#mayOpen(10);
    else if (kind === "away") await rename(this.#host.dataDir, this.#away);
    else await writeFile(join(this.#marks, kind), "");
  }

  async end(kind: Kind): Promise<void> {
    if (kind === "files") this.#mayOpen(1_024);
    else if (kind === "away") await rename(this.#away, this.#host.dataDir);
    else await rm(join(this.#marks, kind), { force: true });
  }

  get #away(): string {
    return `${this.#host.dataDir}-away`;
  }

  #mayOpen(files: number): void {
    execFileSync("prlimit", [`--pid=${this.#host.pid}`, `--nofile=${files}:`]);
  }
}

type Tell = (text: string) => void;

/** Somebody who makes projects and photos, and remembers which of them there must be. */
class Worker {
  readonly person: Person;
  readonly made: string[] = [];
  refused = 0;
  #unitId = "";
  #name = 0;

  private constructor(person: Person) {
    this.person = person;
  }

  static async begin(host: KillableHost): Promise<Worker> {
    const worker = new Worker(await Person.signIn("ann", host.url));
    await worker.work((text) => {
      throw new Error(text);
    });
    const [{ id: projectId } = { id: "" }] = await worker.person.query(api.projects.list, {});
    const [unit] = await worker.person.query(api.units.list, { projectId });
    worker.#unitId = unit?.id ?? "";
    await worker.#photo();
    return worker;
  }

  async projects(): Promise<string[]> {
    return (await this.person.query(api.projects.list, {})).map(({ name }) => name);
  }

  /** All goes well. */
  async work(wrong: Tell): Promise<void> {
    const failure = await this.#project();
    if (failure !== null) wrong(`a project failed afterwards: ${failure}`);
    const status = this.#unitId === "" ? 201 : (await this.#photo()).status;
    if (status !== 201) wrong(`a photo failed afterwards: ${status}`);
  }

  async workRefused(kind: Kind, wrong: Tell): Promise<void> {
    // With no more open files the records go on.
    const takesRecords = kind === "files";
    const failure = await this.#project();
    if (takesRecords ? failure !== null : failure?.includes(words) !== true)
      wrong(`a project was answered with ${failure ?? "yes"}`);
    if (kind === "flush") return;
    const { status, text } = await this.#photo();
    if (status !== 503 || !text.includes(words)) wrong(`a photo got ${status} ${text}`);
    await pause(meanwhileMs);
    const before = this.made.length;
    if ((await this.projects()).length < before) wrong("the list is not whole");
  }

  async #project(): Promise<string | null> {
    this.#name += 1;
    const name = `Project ${this.#name}`;
    try {
      await this.person.mutation(api.projects.create, { name, units: ["1"] });
      this.made.push(name);
      return null;
    } catch (error) {
      this.refused += 1;
      const { data, message } = error as { data?: { message: string }; message: string };
      return data?.message ?? message;
    }
  }

  async #photo(): Promise<{ status: number; text: string }> {
    this.#name += 1;
    const name = `${this.#name}.jpg`;
    const body = new FormData();
    body.append("photo", new File([photoBytes(name)], name, { type: "image/jpeg" }));
    const fields = { unitId: this.#unitId, type: "completion", key: name };
    for (const [field, text] of Object.entries(fields)) body.append(field, text);
    const answer = await this.person.request("/api/photos", { method: "POST", body });
    return answer ?? { status: 0, text: "the line broke" };
  }
}
