import { AppError } from "../../lib/errors.ts";
import { joined } from "../../lib/joined.ts";

/**
 * The maximum size of an answer in bytes. It is a limit of Convex, which cuts a longer body off after the status was
 * sent.
 */
const mostBytes = 20 * 1024 * 1024;
/**
 * The maximum size in bytes of the data read for an answer. A report has about a third of the text that it is made
 * from.
 */
const mostReadBytes = 3 * mostBytes;

const encoder = new TextEncoder();
const openingBracket = encoder.encode("[");
const comma = encoder.encode(",");
const closingBracket = encoder.encode("]");
const noText = new Uint8Array();

/** An item as JSON text, with its sort key. */
type Placed<Place> = { place: Place; text: Uint8Array };

/** A body as JSON text; throws "too_large" when it exceeds `mostBytes`. */
export function answerBytes(body: unknown): Uint8Array<ArrayBuffer> {
  const bytes = jsonBytes(body);
  if (bytes.length > mostBytes) throw tooLong();
  return bytes;
}

/**
 * A list that is read page by page and answered as a whole. It stores the JSON texts of its items, because the items
 * would take several times as much memory, and many requests may hold a list at once. Adding an item throws "too_large"
 * as soon as the list exceeds `mostBytes`.
 */
export class LongList<Item, Place> {
  readonly #placeOf: (item: Item) => Place;
  readonly #items: Placed<Place>[] = [];
  /** The length of the list in bytes: a comma or bracket for each item, and one more bracket. */
  #length = 1;

  /** `placeOf` returns the sort key of an item. */
  constructor(placeOf: (item: Item) => Place) {
    this.#placeOf = placeOf;
  }

  add(items: readonly Item[]): void {
    for (const item of items) this.#put({ place: this.#placeOf(item), text: jsonBytes(item) });
  }

  /** Adds all items of another list. */
  join(other: LongList<Item, Place>): void {
    for (const item of other.#items) this.#put(item);
  }

  /** The JSON text of the whole list, sorted. */
  sorted(compare: (a: Place, b: Place) => number): Uint8Array<ArrayBuffer> {
    return textOf(this.#items.toSorted((a, b) => compare(a.place, b.place)));
  }

  /** The same in the order in which the items were added. */
  text(): Uint8Array<ArrayBuffer> {
    return textOf(this.#items);
  }

  #put(item: Placed<Place>): void {
    this.#length += item.text.length + 1;
    if (this.#length > mostBytes) throw tooLong();
    this.#items.push(item);
  }
}

/**
 * Counts the bytes of all pages that are read for one answer. Throws "too_large" when there are too many, and stops
 * when the client has gone away.
 */
export function countPages(request: Request): <Page>(read: Promise<Page>) => Promise<Page> {
  let bytes = 0;
  return async (read) => {
    const page = await read;
    requireWaiting(request);
    bytes += jsonBytes(page).length;
    if (bytes > mostReadBytes) throw tooLong();
    return page;
  };
}

/** Throws when the client has gone away, if the runtime reports that. */
export function requireWaiting({ signal }: Request): void {
  if (signal.aborted) throw new AppError("conflict", "The request was given up.");
}

function textOf(items: readonly { text: Uint8Array }[]): Uint8Array<ArrayBuffer> {
  const parts = items.flatMap(({ text }, at) => [at === 0 ? noText : comma, text]);
  return joined([openingBracket, ...parts, closingBracket]);
}

function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(value));
}

function tooLong(): AppError {
  const message = "The answer is longer than 20 MB. Ask for less at once, such as one project.";
  return new AppError("too_large", message);
}
