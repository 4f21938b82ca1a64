import { readdir, readlink } from "node:fs/promises";

/** The files below a folder that this process has open; known on Linux only. */
export async function openFiles(folder: string): Promise<string[]> {
  const numbers = await readdir("/proc/self/fd");
  const paths = numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => ""));
  return (await Promise.all(paths)).filter((path) => path.startsWith(folder));
}
