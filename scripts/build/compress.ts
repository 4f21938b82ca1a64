import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/;
const smallestWorthIt = 1024;

/** Writes compressed copies beside the text files of a folder, so that the host compresses nothing while it serves. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compressFile));
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < smallestWorthIt) return;
  await Promise.all([
    promisify(brotliCompress)(content).then((data) => writeFile(`${file}.br`, data)),
    promisify(gzip)(content).then((data) => writeFile(`${file}.gz`, data)),
  ]);
}
