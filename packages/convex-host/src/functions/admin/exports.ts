import { Readable } from "node:stream";
import type { BlobPaths } from "../../storage/file-door.ts";
import { type ExportParts, exportZip } from "./export-zip.ts";
import { breakOffWhenStalled } from "./stalled-download.ts";
import type { Database } from "../../database/database.ts";

type Requested = Omit<ExportParts, "blobs"> & { timer: NodeJS.Timeout; release: () => void };

export type ExportSources = {
  database: Database;
  blobs: BlobPaths;
  /** Keeps the bytes of files that are deleted from now on, until the returned function is called. */
  holdFiles: () => () => void;
};

// Milliseconds for which a requested export holds its snapshot. An open snapshot keeps the database from tidying up.
const keptMs = 10 * 60_000;

/** The export that was requested last: a snapshot that is held until the download. */
export class Exports {
  readonly #sources: ExportSources;
  #requested: Requested | null = null;
  #latest: bigint | null = null;

  constructor(sources: ExportSources) {
    this.#sources = sources;
  }

  /** The timestamp of the last requested export; null when there was none. */
  get latest(): bigint | null {
    return this.#latest;
  }

  /** Answers `/api/export/...`. The caller has authorized the request. */
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
    const { snapshot, release } = taken;
    const zip = exportZip({ ...taken, blobs: this.#sources.blobs });
    zip.once("close", release);
    const name = `snapshot_${snapshot.ts}.zip`;
    const body = Readable.toWeb(zip) as ReadableStream<Uint8Array>;
    breakOffWhenStalled(zip);
    return new Response(body, {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename=${name}`,
      },
    });
  }

  close(): void {
    this.#requested?.release();
    clearTimeout(this.#requested?.timer);
    this.#requested = null;
  }

  #request(includeStorage: boolean): void {
    this.close();
    const { database, holdFiles } = this.#sources;
    const snapshot = database.snapshot();
    const letGo = includeStorage ? holdFiles() : () => undefined;
    const release = () => {
      snapshot.close();
      letGo();
    };
    const tables = database.userTables();
    const timer = setTimeout(() => this.close(), keptMs);
    timer.unref();
    this.#requested = { snapshot, tables, includeStorage, timer, release };
    this.#latest = snapshot.ts;
  }

  #take(ts: string): Requested | null {
    const requested = this.#requested;
    if (requested === null || String(requested.snapshot.ts) !== ts) return null;
    // Too much was written since the request. A download would break off at its first document.
    if (requested.snapshot.isLost) {
      this.close();
      return null;
    }
    clearTimeout(requested.timer);
    this.#requested = null;
    return requested;
  }
}
