import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describeError, type Logger } from "../log.ts";
import { privateFile } from "./private-folder.ts";

/**
 * The key that signs the tokens of a data folder, made where there is none. A file and not the database holds it, so that
 * no backup has it. It outlives the process: whoever has a token goes on after a restart.
 */
export function openTokenKey(dataDir: string, log: Logger): KeyObject {
  const kept = readKey(pathIn(dataDir));
  if (kept !== null) return kept;
  const key = newTokenKey();
  try {
    keep(key, dataDir);
  } catch (error) {
    // A full disk, say. It is good for as long as the process lives, and nobody waits for room.
    log.warn("token-key.not-kept", { error: describeError(error) });
  }
  return key;
}

/** A key that no folder has. */
export function newTokenKey(): KeyObject {
  return generateKeyPairSync("ed25519").privateKey;
}

/** The next start makes another one: all tokens end. */
export async function forgetTokenKey(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true });
}

/** Null where there is no key: no file, or one that was being written when the machine lost its power. */
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

/** Whole or not at all: a process that dies meanwhile leaves no part of a key. */
function keep(key: KeyObject, dataDir: string): void {
  const unfinished = `${pathIn(dataDir)}.unfinished`;
  writeFileSync(unfinished, key.export({ type: "pkcs8", format: "pem" }), { mode: privateFile });
  renameSync(unfinished, pathIn(dataDir));
}

function pathIn(dataDir: string): string {
  return join(dataDir, "token-key.pem");
}
