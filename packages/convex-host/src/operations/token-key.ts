import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describeError, type Logger } from "../log.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * The key that signs the tokens of a data folder, made when there is none. It is in a file and not in the database, so
 * that no backup has it. Tokens stay valid over a restart.
 */
export function openTokenKey(dataDir: string, log: Logger): KeyObject {
  const kept = readKey(pathIn(dataDir));
  if (kept !== null) return kept;
  const key = newTokenKey();
  try {
    writeWhole(pathIn(dataDir), key.export({ type: "pkcs8", format: "pem" }));
  } catch (error) {
    // After a full disk, say, the key is used until the process ends.
    log.warn("token-key.not-kept", { error: describeError(error) });
  }
  return key;
}

/** Makes a key without storing it. */
export function newTokenKey(): KeyObject {
  return generateKeyPairSync("ed25519").privateKey;
}

/** Removes the key, which ends all tokens: the next start makes another one. */
export async function forgetTokenKey(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true });
}

/** Reads a key. Null for a missing file, and for one that was being written when the machine lost its power. */
function readKey(path: string): KeyObject | null {
  const text = readText(path);
  if (text === null) return null;
  try {
    const key = createPrivateKey(text);
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function pathIn(dataDir: string): string {
  return join(dataDir, "token-key.pem");
}
