import { isServerThere } from "../server-there.ts";
import { PartNotLoaded } from "./part-not-loaded.ts";

const arrivalByFile = new Map<string, Promise<void>>();
let fetchesFirst = false;

/**
 * Makes imports fetch their files first from now on. The server names the files of the first screen with the page, so
 * they are in flight already.
 */
export function fetchFilesFirst(): void {
  fetchesFirst = true;
}

/**
 * Imports a part of the app after all of its files have arrived. The build puts this call around each `import()`. A
 * browser that once failed to fetch a module never tries it again while the page is open, so a module is imported only
 * when all of its files are in the cache.
 */
export async function loadChunk<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const bring = async () => {
    await Promise.all(files.map((file) => arrivalOf(`/${file}`)));
  };
  try {
    if (fetchesFirst) await bring();
    return await importModule();
  } catch (error) {
    throw new PartNotLoaded({ bring, isServerThere: await isServerThere(), cause: error });
  }
}

/** Fetches a file once; a failed fetch is repeated by the next call. */
function arrivalOf(href: string): Promise<void> {
  const known = arrivalByFile.get(href);
  if (known) return known;
  const arrival = arrive(href).catch((error: unknown) => {
    arrivalByFile.delete(href);
    throw error;
  });
  arrivalByFile.set(href, arrival);
  return arrival;
}

async function arrive(href: string): Promise<void> {
  if (href.endsWith(".css")) return await arriveStyle(href);
  if (isHere(href)) return;
  // The fetch fills the browser's cache, which the import reads. A failed preload would stay failed, like a failed
  // import.
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href} is not there: ${String(response.status)}`);
  await response.arrayBuffer();
}

/** True for a file that this page has already loaded in any way. */
function isHere(href: string): boolean {
  const entries = performance.getEntriesByName(new URL(href, document.baseURI).href, "resource");
  return entries.some((entry) => "responseStatus" in entry && entry.responseStatus === 200);
}

async function arriveStyle(href: string): Promise<void> {
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`) !== null) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  await new Promise<void>((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`${href} did not arrive`));
    });
    document.head.append(link);
  });
}
