import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildServiceWorker } from "../../scripts/build/service-worker.ts";

test("the worker knows each of its files by a hash, so that no gateway's page becomes a part of the app [FIELD-01] [FIELD-02]", async () => {
  const folder = mkdtempSync(join(tmpdir(), "turnboard-worker-"));
  try {
    mkdirSync(join(folder, "assets"));
    const files = { "/index.html": "<!doctype html>", "/assets/app-1.js": "export {};" };
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);

    await buildServiceWorker(folder);

    const worker = readFileSync(join(folder, "service-worker.js"), "utf8");
    for (const [path, text] of Object.entries(files)) {
      const hash = createHash("sha256").update(text).digest("base64");
      const entry = worker.split("{").find((part) => part.includes(`"${path}",revision:`));
      expect(entry).toContain(`integrity:"sha256-${hash}"`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
