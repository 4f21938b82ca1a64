import { Readable } from "node:stream";
import type { Database, Snapshot } from "../database/types.ts";
import type { BlobPaths } from "../files/types.ts";
import { exportZip } from "./export-zip.ts";

type Requested = { snapshot: Snapshot; includeStorage: boolean; timer: NodeJS.Timeout };

// Long enough to ask for it, short enough not to keep the database from tidying up.
const keptMs = 10 * 60_000;

/** The export that was asked for last: a moment that is held until it is downloaded. */
export class Exports {
  readonly #database: Database;
  readonly #blobs: BlobPaths;
  #requested: Requested | null = null;
  #latest: bigint | null = null;

  constructor(database: Database, blobs: BlobPaths) {
    this.#database = database;
    this.#blobs = blobs;
  }

  /** The moment of the last request; null when there was none. */
  get latest(): bigint | null {
    return this.#latest;
  }

  /** Answers `/api/export/...`; the caller has checked who asks. */
  answer(request: Request): Response {
    const url = new URL(request.url);
    if (url.pathname === "/api/export/request/zip") {
      this.#request(url.searchParams.get("includeStorage") === "true");
      return Response.json({});
    }
    const taken = this.#take(url.pathname.replace(/^\/api\/export\/zip\//, ""));
    if (taken === null) {
      const message = "This export is not there any more. Ask for a new one.";
      return Response.json({ code: "ExportNotFound", message }, { status: 400 });
    }
    const { snapshot, includeStorage } = taken;
    const [database, blobs] = [this.#database, this.#blobs];
    const zip = exportZip({ database, snapshot, blobs, includeStorage });
    zip.once("close", () => snapshot.close());
    const name = `snapshot_${snapshot.ts}.zip`;
    return new Response(Readable.toWeb(zip) as ReadableStream<Uint8Array>, {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename=${name}`,
      },
    });
  }

  close(): void {
    this.#requested?.snapshot.close();
    clearTimeout(this.#requested?.timer);
    this.#requested = null;
  }

  #request(includeStorage: boolean): void {
    this.close();
    const snapshot = this.#database.snapshot();
    const timer = setTimeout(() => this.close(), keptMs);
    timer.unref();
    this.#requested = { snapshot, includeStorage, timer };
    this.#latest = snapshot.ts;
  }

  #take(ts: string): Requested | null {
    const requested = this.#requested;
    if (requested === null || String(requested.snapshot.ts) !== ts) return null;
    clearTimeout(requested.timer);
    this.#requested = null;
    return requested;
  }
}
