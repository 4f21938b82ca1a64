import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { flush } from "../storage/blob-folder.ts";
import { privateFolder } from "./private-folder.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * Makes an admin key in place of the one before and returns it, to be shown once: only its hash is stored. The hash is
 * in a file and not in the database, so that it can be changed while the host is running. A disk that does not take it
 * keeps the key before.
 */
export async function makeAdminKey(dataDir: string, instanceName = "convex"): Promise<string> {
  const key = `${instanceName}|${randomBytes(32).toString("base64url")}`;
  await mkdir(dataDir, { recursive: true, mode: privateFolder });
  writeWhole(hashFile(dataDir), hashOf(key));
  // Otherwise a power cut could bring back the key before, which somebody else may have.
  await flush(dataDir);
  return key;
}

/** True for the admin key that was made last. */
export async function isAdminKey(dataDir: string, key: string): Promise<boolean> {
  const expected = await readFile(hashFile(dataDir), "utf8").catch(() => null);
  const actual = hashOf(key);
  if (expected?.length !== actual.length) return false;
  return timingSafeEqual(Buffer.from(expected), Buffer.from(actual));
}

function hashFile(dataDir: string): string {
  return join(dataDir, "admin-key.sha256");
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
