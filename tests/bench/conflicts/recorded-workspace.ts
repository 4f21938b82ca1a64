import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, type Engine, openDatabase } from "convex-host/inside";
import { seeded } from "convex-host/seeded";
import {
  sessionHashesOf,
  tokenKeyClaim,
  tokenKeyOf,
} from "../../../convex/lib/signIn/sessionSecrets.ts";
import { loadWorkspaceApp } from "./load-workspace-app.ts";
import { RecordingDatabase } from "./recording-database.ts";

export type Person = { subject: string; issuer: string; tokenIdentifier: string; userId: string };

/** A call of a workspace function; without a person, the host itself is the caller. */
export type Called = {
  path: string;
  args: Record<string, unknown>;
  /** The function is not public: an action of the workspace calls it for the person. */
  isInternal?: true;
};

const seed = 1;
/** A fixed time inside a time slot of the tallies. */
const beginning = Date.UTC(2026, 2, 2, 9, 20);

/**
 * An empty workspace on the embedded host in this process, whose reads and writes can be recorded. Its clock changes
 * only when the test sets it, and its random numbers have a fixed seed: the same calls give the same records.
 */
export class RecordedWorkspace {
  now = beginning;
  readonly random = seeded(seed);
  readonly recording: RecordingDatabase;
  /** The path of the database file. */
  readonly path: string;
  readonly #engine: Engine;
  #people = 0;
  readonly #folder: string;

  private constructor(folder: string, app: Awaited<ReturnType<typeof loadWorkspaceApp>>) {
    const fill = (bytes: Uint8Array) => {
      for (let at = 0; at < bytes.length; at++) bytes[at] = Math.floor(this.random() * 256);
    };
    const randomBytes = (length: number) => {
      const bytes = Buffer.alloc(length);
      fill(bytes);
      return bytes;
    };
    const clock = () => this.now;
    this.path = join(folder, "data.sqlite");
    this.#folder = folder;
    this.recording = new RecordingDatabase(
      openDatabase({ path: this.path, durable: false, clock, random: fill, heldMs: 0 }),
    );
    this.#engine = createEngine({
      ...{ app, environment: process.env, clock, random: randomBytes },
      database: this.recording.database,
      filesFolder: join(folder, "files"),
    });
  }

  static async open(): Promise<RecordedWorkspace> {
    const app = await loadWorkspaceApp();
    return new RecordedWorkspace(mkdtempSync(join(tmpdir(), "turnboard-recorded-")), app);
  }

  async close(): Promise<void> {
    await this.#engine.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Runs a mutation. */
  async call(person: Person | null, called: Called): Promise<unknown> {
    return this.#answerOf(called, await this.#engine.mutation(toCall(person, called)));
  }

  /** Runs a query once. */
  async ask(person: Person, called: Called): Promise<unknown> {
    return this.#answerOf(called, await this.#engine.query(toCall(person, called)));
  }

  #answerOf(
    { path }: Called,
    outcome: { ok: true; value: string } | { ok: false; message: string },
  ) {
    if (!outcome.ok) throw new Error(`${path}: ${outcome.message}`);
    return JSON.parse(outcome.value) as unknown;
  }

  /** Project managers with a session each. */
  async insertPeople(count: number): Promise<Person[]> {
    const { now } = this;
    const first = this.#people;
    this.#people += count;
    const numbers = Array.from({ length: count }, (_, at) => first + at);
    const secrets = numbers.map((number) => `secret of person ${number}`);
    const hashes = await Promise.all(secrets.map(sessionHashesOf));
    const keys = await Promise.all(secrets.map(tokenKeyOf));
    const tx = this.#engine.database.begin({ nowMs: now });
    const people = numbers.map((number, at) => {
      const userId = tx.insert("users", {
        ...{ email: `person${number}@homes.test`, firstName: "Person", lastName: String(number) },
        ...{ role: "project_manager", createdAt: now, updatedAt: now },
      });
      const expire = now + 24 * 60 * 60_000;
      const subject = tx.insert("sessions", { ...hashes[at]!, sess: {}, expire, userId });
      const issuer = "https://turnboard.test";
      const tokenIdentifier = `${issuer}|${subject}`;
      return { subject, issuer, tokenIdentifier, userId, [tokenKeyClaim]: keys[at]! };
    });
    // The derived figures are complete, as in a workspace in use.
    const done = { done: true, isWorkDone: true, hasPeople: true, isNamed: true };
    if (first === 0) tx.insert("figureBuilds", { afterUnit: 0, afterEntry: 0, ...done });
    await this.#engine.database.commit(tx);
    return people;
  }

  async insertTemplates(count: number): Promise<string[]> {
    const { now } = this;
    const tx = this.#engine.database.begin({ nowMs: now });
    const ids = Array.from({ length: count }, (_, number) =>
      tx.insert("taskTemplates", {
        ...{ name: `Task ${number}`, category: "Paint", estimatedHours: 1.5 },
        ...{ sortOrder: number * 10, isDefault: true, createdAt: now },
      }),
    );
    await this.#engine.database.commit(tx);
    return ids;
  }

  /** Inserts the row of a stored file without its bytes, and returns the id. */
  async insertFile(sha256: string, size: number): Promise<string> {
    const tx = this.#engine.database.begin({ nowMs: this.now });
    const id = tx.system.insert("_storage", { sha256, size, contentType: "image/jpeg" });
    await this.#engine.database.commit(tx);
    return id;
  }
}

function toCall(person: Person | null, { path, args, isInternal }: Called) {
  const isHost = person === null || isInternal === true;
  const caller = isHost ? ("internal" as const) : ("public" as const);
  // The identity has only the fields that are claims of a token.
  const { userId: _, ...identity } = person ?? { userId: "" };
  return {
    ...{ path, args: args as Parameters<Engine["query"]>[0]["args"], caller },
    identity: person === null ? null : (identity as Omit<Person, "userId">),
  };
}
