import { isServerThere } from "../server-there.ts";
import { PartNotLoaded } from "./part-not-loaded.ts";

const arrivalByFile = new Map<string, Promise<void>>();
let fetchesFirst = false;

/** Begins to fetch files first. The server names those of the first screen with the page, and they are on the way already. */
export function fetchFilesFirst(): void {
  fetchesFirst = true;
}

/**
 * Imports a part of the app once all of its files are there. The build puts this call around each `import()`: a browser
 * that could not fetch a module once never tries it again while the page lives, so a module is imported only when
 * nothing of it has to come over the line any more.
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

/** Brings a file once; one that did not arrive is asked for again the next time. */
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
  // Into the cache of the browser, from where the import takes it: a preload that failed would stay failed as well.
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href} is not there: ${String(response.status)}`);
  await response.arrayBuffer();
}

/** True for what this page has fetched already, by whatever way. */
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
