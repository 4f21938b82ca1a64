import { AppError } from "../../lib/errors.ts";
import { joined } from "../../lib/joined.ts";

/** The most bytes of an answer: a limit of Convex, which breaks a longer one off behind its status. */
const mostBytes = 20 * 1024 * 1024;
/** The same of what an answer is made of. A report has about a third of the text that it is read from. */
const mostReadBytes = 3 * mostBytes;

const encoder = new TextEncoder();
const openingBracket = encoder.encode("[");
const comma = encoder.encode(",");
const closingBracket = encoder.encode("]");
const noText = new Uint8Array();

/** An item as its text, with what tells its place. */
type Placed<Place> = { place: Place; text: Uint8Array };

/** An answer as its JSON text; refused when it is longer than an answer may be. */
export function answerBytes(body: unknown): Uint8Array<ArrayBuffer> {
  const bytes = jsonBytes(body);
  if (bytes.length > mostBytes) throw tooLong();
  return bytes;
}

/**
 * A list that is read page by page and answered as a whole. It keeps the texts of its items and not the items, which take
 * several times as much memory: many requests at once keep a list each. It ends as soon as it is longer than an answer may be.
 */
export class LongList<Item, Place> {
  readonly #placeOf: (item: Item) => Place;
  readonly #items: Placed<Place>[] = [];
  /** With a comma or bracket for each item, and one more. */
  #length = 1;

  /** `placeOf` is the part of an item that its place in the list is told from. */
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

  /** The text of the whole list. */
  sorted(compare: (a: Place, b: Place) => number): Uint8Array<ArrayBuffer> {
    const inOrder = this.#items.toSorted((a, b) => compare(a.place, b.place));
    const parts = inOrder.flatMap(({ text }, at) => [at === 0 ? noText : comma, text]);
    return joined([openingBracket, ...parts, closingBracket]);
  }

  #put(item: Placed<Place>): void {
    this.#length += item.text.length + 1;
    if (this.#length > mostBytes) throw tooLong();
    this.#items.push(item);
  }
}

/** Counts what is read for one answer, page after page. Refuses the page that is too much, and those that nobody waits for. */
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

/** Ends the work for a client that has gone away, where the runtime tells that. */
export function requireWaiting({ signal }: Request): void {
  if (signal.aborted) throw new AppError("conflict", "The request was given up.");
}

function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(value));
}

function tooLong(): AppError {
  const message = "The answer is longer than 20 MB. Ask for less at once, such as one project.";
  return new AppError("too_large", message);
}
