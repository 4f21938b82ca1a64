import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { makeAdminKey } from "convex-host";
import { openDatabase } from "convex-host/inside";
import { workspaceNames } from "../../server/workspace-options.ts";
import type { KillableHost } from "./killable-host.ts";

const MiB = 1024 * 1024;
/** The records are incompressible, and larger in total than the buffers of an unread connection. */
const recordMb = 24;
const recordsPerMb = 200;

/** Fills the folder of a stopped host with records that only an export reads. */
export async function fillWithRecords(dataDir: string): Promise<void> {
  const path = join(dataDir, workspaceNames.databaseFile);
  const database = openDatabase({ path, durable: false });
  const times = { createdAt: Date.now(), updatedAt: Date.now() };
  for (let number = 0; number < recordMb; number++) {
    const tx = database.begin({ nowMs: Date.now() });
    for (let part = 0; part < recordsPerMb; part++) {
      const description = randomBytes((0.75 * MiB) / recordsPerMb).toString("base64");
      const name = `Large ${number} ${part}`;
      tx.insert("projects", { name, status: "completed", unitCount: 0, description, ...times });
    }
    await database.commit(tx);
  }
  database.close();
}

/** Downloads exports like the command line. */
export class Exports {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  private constructor(url: string, key: string) {
    this.#url = url;
    this.#headers = { Authorization: `Convex ${key}` };
  }

  static async open({ url, dataDir }: KillableHost): Promise<Exports> {
    return new Exports(url, await makeAdminKey(dataDir, workspaceNames.instanceName));
  }

  /** Requests an export and returns the path of its download. */
  async ask(): Promise<string> {
    const headers = { ...this.#headers, "Content-Type": "application/json" };
    const post = { method: "POST", headers };
    await fetch(`${this.#url}/api/export/request/zip?includeStorage=true`, post);
    const question = { path: "_system/cli/exports:getLatest", args: {} };
    const body = JSON.stringify({ ...question, format: "convex_encoded_json" });
    const asked = await fetch(`${this.#url}/api/query`, { ...post, body });
    const { value } = (await asked.json()) as { value: { start_ts: { $integer: string } } };
    const ts = Buffer.from(value.start_ts.$integer, "base64").readBigUInt64LE();
    return `/api/export/zip/${ts}`;
  }

  async readWhole(): Promise<string> {
    const response = await fetch(this.#url + (await this.ask()), { headers: this.#headers });
    if (response.status !== 200) throw new Error(`An export got ${response.status}.`);
    return Buffer.from(await response.arrayBuffer()).toString("latin1");
  }

  /** Starts a download without reading it. */
  async leaveUnread(path: string): Promise<Socket> {
    const socket = connect(Number(new URL(this.#url).port), "localhost");
    const lines = [
      `GET ${path} HTTP/1.1`,
      "Host: localhost",
      `Authorization: ${this.#headers["Authorization"]}`,
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    await once(socket, "readable");
    return socket;
  }
}
