import { hasLeft } from "../device/has-left.ts";
import { openChannel } from "../device/channel.ts";
import { authorOf } from "../device/earlier-account.ts";
import { onReturn } from "../device/on-return.ts";
import { isDeviceFull } from "../errors.ts";
import type { Editor } from "../optimistic/block-change.ts";
import { newRequestKey } from "../request-key.ts";
import { drafts, isOfForm, isOnlyInPage } from "./drafts.ts";
import { handedOver } from "./handed-over.ts";
import type { KeptText } from "./kept-text.ts";
import { missingIn, type Recalled, withOther, withoutHandedOver } from "./merge-texts.ts";
import { textUnkept } from "./text-unkept.ts";
import { TypedDatabase } from "./typed-database.ts";

const CHANNEL = "turnboard-typed";

/**
 * The number of texts that a person may keep, the latest ones. Age alone removes none, because a clock may be wrong.
 */
const MAX_TEXTS = 200;

/** The delay in ms before a text that the device did not take is written again. */
const AGAIN_MS = 10_000;

let lastPerson: string | null = null;

/**
 * Keeps the typed texts of one person on the device until they are saved, so that neither a reload nor a crash loses
 * them. It owns the copy on the device; the drafts own what is shown. When the browser keeps nothing, texts last as
 * long as the page.
 */
export class TextKeeper {
  readonly #person: Editor;
  readonly #by: string;
  readonly #database: TypedDatabase;
  /** The name of this page on the device. */
  readonly #page = newRequestKey();
  /** The texts on the device as far as this page knows. */
  readonly #written = new Map<string, KeptText>();
  /** The texts of other pages that this page has taken up, as the device has them, by key. */
  readonly #taken = new Map<string, string>();
  /** The texts of the device that the page has shown, by key. */
  readonly #recalled = new Map<string, string | undefined>();
  /** The texts of the device before the browser deleted them, by key. */
  #gone: ReadonlyMap<string, KeptText> = new Map();
  readonly #channel = openChannel<"changed">(CHANNEL);
  /** False until the texts of earlier pages are loaded: a text of this page must not overwrite one of them. */
  #isRead = false;
  /** The name of the database that was read last; undefined before the first read. */
  #made: string | null | undefined;
  /** True after the stop: the page may show another person's texts by then. */
  #isOver = false;
  /** True while the device has a text that this page has not taken up, because another one was typed here. */
  #isBehind = false;
  #readings = 0;
  #isWanted = false;
  #writes = 0;
  /** The last write; it resolves after a failure too. */
  #writing: Promise<unknown> = Promise.resolve();
  #again: ReturnType<typeof setTimeout> | undefined;
  #ends: (() => void)[] = [];

  constructor(person: Editor, database = new TypedDatabase()) {
    this.#person = person;
    this.#by = person.id;
    this.#database = database;
  }

  start(): void {
    if (lastPerson !== null && lastPerson !== this.#by) drafts.forgetAll();
    lastPerson = this.#by;
    this.#ends = [
      drafts.subscribe(() => this.#follow()),
      handedOver.subscribe(() => this.#dropHandedOver()),
      onReturn(() => void this.#read()),
    ];
    this.#channel.listen(() => void this.#read());
    void this.#read();
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#again);
    textUnkept.set(null);
    for (const end of this.#ends) end();
    this.#channel.close();
  }

  /** Stores what was typed, and looks again at a text that this page could not take up before. */
  #follow(): void {
    this.#save();
    if (this.#isBehind) void this.#read();
  }

  /**
   * Reads the device again when it has not answered yet. During a read it only requests another one, for the case that
   * the read fails.
   */
  #readAgain(): void {
    if (this.#readings === 0) void this.#read();
    else this.#isWanted = true;
  }

  async #read(): Promise<void> {
    this.#isWanted = false;
    this.#readings += 1;
    await this.#readNow().finally(() => (this.#readings -= 1));
    if (this.#isWanted && !this.#isRead && !this.#isOver) await this.#read();
  }

  async #readNow(): Promise<void> {
    const writes = this.#writes;
    await this.#writing;
    const found = await this.#database.read(this.#person).catch(() => null);
    // A device that does not answer now is asked again with the next text; the page's texts stay.
    if (found === null || this.#isOver) return;
    // Text that was typed during the read is newer than its result.
    if (writes !== this.#writes) return await this.#readNow();
    this.#isBehind = false;
    if (this.#made !== undefined && this.#made !== this.#database.made) this.#beginAnew();
    this.#made = this.#database.made;
    const byAge = found.sort((one, other) => one.at - other.at);
    const keptByKey = new Map(byAge.slice(-MAX_TEXTS).map((kept) => [kept.key, kept]));
    for (const key of new Set([...this.#written.keys(), ...keptByKey.keys()])) {
      this.#take(key, keptByKey.get(key));
    }
    this.#forget(byAge.slice(0, -MAX_TEXTS).map(({ key }) => key));
    this.#isRead = true;
    this.#save();
  }

  /**
   * The browser has deleted the texts under this page: nobody has removed those that the new database lacks, unless the
   * person has signed out in another page.
   */
  #beginAnew(): void {
    if (hasLeft(this.#by)) return;
    this.#gone = new Map(this.#written);
    this.#written.clear();
  }

  /** Shows the device's text, unless a different one was typed here since. */
  #take(key: string, kept: KeptText | undefined): void {
    const known = this.#written.get(key);
    const left = kept && withoutHandedOver(kept);
    const isHere = drafts.unsaved().get(key) === kept?.text;
    const isAsKnown = drafts.get(key) === known?.text;
    // A text that changed here and there is merged when this page's is written.
    if (kept && !isHere && !isAsKnown && known) {
      this.#isBehind = true;
      return;
    }
    // Another page has put an earlier text of this one into a new database.
    const isOutdated = kept !== undefined && !known && this.#isKnown(kept) && drafts.get(key);
    this.#know(key, kept);
    if (isHere || isOutdated) return;
    if (isAsKnown) this.#recall(key, left);
    else if (left && !known) this.#join(key, left);
  }

  #know(key: string, kept: KeptText | undefined): void {
    if (kept) this.#written.set(key, kept);
    else this.#written.delete(key);
    if (kept && kept.page !== this.#page) this.#taken.set(key, kept.text);
    else this.#taken.delete(key);
  }

  #isKnown({ key, text, page }: KeptText): boolean {
    return page === this.#page || text === this.#taken.get(key);
  }

  /**
   * The text that the device has after a write, as its transaction sees it: what this page shows then, merged with a
   * text of another page. One that was removed here and changed elsewhere stays, and is read later.
   */
  #settled(sent: KeptText | undefined, found: KeptText | undefined): KeptText | undefined {
    const key = (sent ?? found)?.key ?? "";
    if (!found || this.#isKnown(found)) return this.#isOver ? sent : this.#present(key, sent);
    if (!sent || this.#isEarlier(sent, found)) return found;
    const left = withoutHandedOver(found);
    // The page may show another person's texts by now.
    if (this.#isOver) return left ? withOther(sent, left) : sent;
    if (left) this.#join(key, left);
    return this.#present(key, sent);
  }

  /** True for a text of another page that this page has stored again, where that page has a later one. */
  #isEarlier(sent: KeptText, found: KeptText): boolean {
    const isOfOther = sent.page !== undefined && sent.page !== this.#page;
    return isOfOther && sent.page === found.page && sent.at <= found.at;
  }

  #present(key: string, sent: KeptText | undefined): KeptText | undefined {
    const text = drafts.unsaved().get(key);
    if (text === undefined) return undefined;
    const isAsSent = sent?.text === text && sent.base === drafts.baseOf(key);
    return isAsSent ? sent : this.#row(key, text);
  }

  /** Takes the texts off the page that the outbox turns out to have, except those that the person has continued. */
  #dropHandedOver(): void {
    // As it was: each recall writes the texts anew.
    for (const [key, kept] of [...this.#written]) {
      const left = withoutHandedOver(kept);
      if (left?.text === kept.text) continue;
      if (drafts.get(key) === this.#recalled.get(key)) this.#recall(key, left);
    }
  }

  #recall(key: string, left: Recalled | undefined): void {
    this.#recalled.set(key, left?.text);
    drafts.recall(key, left);
  }

  /** Merges a text of another page with the one here; each page has a form to itself. */
  #join(key: string, kept: Recalled): void {
    if (isOfForm(key)) return;
    const here = drafts.get(key) ?? "";
    const missing = missingIn(here, kept.text);
    const isNothing = here === drafts.baseOf(key) || missingIn(kept.text, here) === "";
    if (isNothing) this.#recall(key, kept);
    else if (missing !== "") drafts.restore(key, missing);
  }

  #save(): void {
    if (!this.#isRead) return this.#readAgain();
    const typed = new Map([...drafts.unsaved()].filter(([key]) => !isOnlyInPage(key)));
    const put = [...typed].flatMap(([key, text]) => this.#changed(key, text) ?? []);
    const drop = [...this.#written.keys()].filter((key) => !typed.has(key));
    if (put.length + drop.length === 0) return textUnkept.set(null);
    const before = new Map(this.#written);
    for (const kept of put) this.#written.set(kept.key, kept);
    for (const key of drop) this.#written.delete(key);
    this.#writes += 1;
    let hasMet = false;
    const writing = this.#database.write(this.#by, { put, drop }, (sent, found) => {
      hasMet ||= found !== undefined && !this.#isKnown(found);
      return this.#settled(sent, found);
    });
    this.#writing = writing.then(
      () => {
        this.#channel.post("changed");
        if (!this.#isOver) textUnkept.set(null);
        if (hasMet && !this.#isOver) void this.#read();
      },
      (error: unknown) => this.#takeBack({ put, drop }, { before, error }),
    );
  }

  /** After a failed write the device is unchanged: the entries are written again with the next text, or in a while. */
  #takeBack(
    { put, drop }: { put: readonly KeptText[]; drop: readonly string[] },
    { before, error }: { before: ReadonlyMap<string, KeptText>; error: unknown },
  ): void {
    clearTimeout(this.#again);
    if (!this.#isOver) {
      this.#again = setTimeout(() => this.#save(), AGAIN_MS);
      if (put.length > 0) textUnkept.set(isDeviceFull(error) ? "full" : "failed");
    }
    const isLatest = (key: string) => {
      const sent = put.find((kept) => kept.key === key);
      return this.#written.get(key) === sent;
    };
    for (const key of [...put.map((kept) => kept.key), ...drop]) {
      if (!isLatest(key)) continue;
      const known = before.get(key);
      if (known) this.#written.set(key, known);
      else this.#written.delete(key);
    }
  }

  #changed(key: string, text: string): KeptText | null {
    const base = drafts.baseOf(key);
    const known = this.#written.get(key);
    return known?.text === text && known.base === base ? null : this.#row(key, text);
  }

  #row(key: string, text: string): KeptText {
    const before = this.#gone.get(key);
    // The page that wrote it knows it as its own.
    if (before?.text === text && before.base === drafts.baseOf(key)) return before;
    const [base, parts] = [drafts.baseOf(key), drafts.partsOf(key)];
    const author = authorOf(this.#person);
    return { ...author, key, text, base, parts, page: this.#page, at: Date.now() };
  }

  #forget(drop: readonly string[]): void {
    if (drop.length === 0) return;
    void this.#database.write(this.#by, { put: [], drop }).catch(() => undefined);
  }
}
