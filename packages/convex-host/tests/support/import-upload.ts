import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { newId } from "../../src/values/ids.ts";

/** The contents of an import; the number tells imports apart. */
export type Generation = { number: number; rows: number };

export const importedTables = ["oldRooms", "oldNotes"] as const;

/** A zip in Convex's layout: two tables and a file, all of one generation. */
export async function zipOf({ number, rows }: Generation): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  const row = JSON.stringify({ generation: number, text: "t".repeat(100) });
  for (const table of importedTables) add(`${table}/documents.jsonl`, `${row}\n`.repeat(rows));
  const bytes = `file of generation ${number}`;
  const stored = {
    ...{ _id: newId(540, { nowMs: 1000 }), _creationTime: 1000, contentType: "text/plain" },
    ...{ sha256: createHash("sha256").update(bytes).digest("base64"), size: bytes.length },
  };
  add("_storage/documents.jsonl", `${JSON.stringify(stored)}\n`);
  add(`_storage/${stored._id}`, bytes);
  zip.end();
  return await buffer(zip.outputStream as Readable);
}

/** The calls of `npx convex import`, one by one. */
export class ImportUpload {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, adminKey: string) {
    this.#url = url;
    this.#headers = { Authorization: `Convex ${adminKey}` };
  }

  /** Uploads a file as one part; the import then waits for its confirmation. */
  async prepare(zip: Buffer): Promise<string> {
    return await this.finish(await this.upload([zip]), ["1"]);
  }

  /** Uploads the parts of a file and returns the token of the upload. */
  async upload(pieces: readonly Buffer[]): Promise<string> {
    const { uploadToken } = (await this.#post("/api/import/start_upload", "")) as Record<
      string,
      string
    >;
    for (const [index, piece] of pieces.entries())
      await this.#post(
        `/api/import/upload_part?uploadToken=${uploadToken}&partNumber=${index + 1}`,
        piece,
      );
    return uploadToken!;
  }

  /** Sends the beginning of the first part, closes the connection, and resolves when the host has closed it too. */
  async cutOff(uploadToken: string, beginning: Buffer): Promise<void> {
    const { hostname, port } = new URL(this.#url);
    const socket = connect(Number(port), hostname);
    const head = [
      `POST /api/import/upload_part?uploadToken=${uploadToken}&partNumber=1 HTTP/1.1`,
      ...["Host: localhost", "Content-Length: 1000000"],
      ...Object.entries(this.#headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    // The host answers an incomplete request, and closes a connection whose other end is closed.
    socket.end(beginning);
    await once(socket.resume(), "close");
  }

  async finish(uploadToken: string, partTokens: readonly string[]): Promise<string> {
    const answer = await this.#post(
      "/api/import/finish_upload",
      JSON.stringify({
        ...{ uploadToken, partTokens },
        import: { mode: "replaceAll", format: "zip" },
      }),
    );
    return (answer as { importId: string }).importId;
  }

  async confirm(importId: string): Promise<void> {
    await this.#post("/api/perform_import", JSON.stringify({ importId }));
  }

  async stateOf(importId: string): Promise<{ state: string; error_message?: string }> {
    const question = { path: "_system/cli/queryImport", args: { importId } };
    const answer = (await this.#post("/api/query", JSON.stringify(question))) as {
      value: { state: { state: string } };
    };
    return answer.value.state;
  }

  async #post(path: string, body: string | Buffer): Promise<unknown> {
    const response = await fetch(this.#url + path, {
      method: "POST",
      headers: { ...this.#headers, "Content-Type": "application/json" },
      body: typeof body === "string" ? body : new Uint8Array(body),
    });
    if (response.ok) return await response.json();
    throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
  }
}
