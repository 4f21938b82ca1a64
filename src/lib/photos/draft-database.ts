import type { DBSchema } from "idb";
import { type Author, authorOf, isOf, isOfEarlierAccount } from "../device/earlier-account.ts";
import { KeptConnection } from "../device/kept-connection.ts";
import { fileOf, keepFiles, type KeptFile } from "../device/kept-file.ts";
import type { Editor } from "../optimistic/block-change.ts";
import { newRequestKey } from "../request-key.ts";

/** The photos chosen for one section of a unit before they are handed over, as plain data, with who chose them. */
export interface KeptDraft extends Author {
  unitId: string;
  type: string;
  /** The address of the page that shows them. */
  address: string;
  caption: string;
  /** The calendar day, or null for today. */
  day: string | null;
  files: readonly { key: string; name: string }[];
}

interface Schema extends DBSchema {
  drafts: { key: string; value: KeptDraft };
  files: { key: string; value: KeptFile | Made };
}

/** The row that tells one database of this device from the next, because the browser may delete it under a page. */
interface Made {
  made: string;
}

/** The chosen photos on this device. */
interface Found {
  drafts: { draft: KeptDraft; files: ReadonlyMap<string, Blob> }[];
  /** The name of the database that has them; null for one that an earlier version of the app has made. */
  made: string | null;
}

const both = ["drafts", "files"] as const;

const MADE = "made";

/** The chosen photos that this device keeps. Each method rejects when the browser keeps nothing. */
export class DraftDatabase {
  readonly #connection: KeptConnection<Schema>;

  constructor(name = "turnboard-drafts") {
    this.#connection = new KeptConnection(name, (database) => {
      database.createObjectStore("drafts");
      const files = database.createObjectStore("files");
      // A failure fails the opening too.
      files.put({ made: newRequestKey() }, MADE).catch(() => undefined);
    });
  }

  /**
   * The drafts of a person with their files by key, and those that an account of theirs has left before the data of the
   * workspace was replaced. A file that the browser has dropped is missing. A device that is too full to give a draft to
   * the present account gives it at a later read.
   */
  async read(person: Editor): Promise<Found> {
    const found = await this.#read(person);
    if (!found.isOfBefore) return found;
    return await this.#adopt(person).then(
      () => this.#read(person),
      () => found,
    );
  }

  async #read(person: Editor): Promise<Found & { isOfBefore: boolean }> {
    return await this.#connection.begin(async (database) => {
      const look = database.transaction(both);
      const store = look.objectStore("files");
      const { all, drop } = adoption(await look.objectStore("drafts").getAll(), person);
      const filesOf = async ({ files }: KeptDraft) => {
        const found = await Promise.all(
          files.map(async ({ key }) => [key, fileIn(await store.get(key))] as const),
        );
        return new Map(found.flatMap(([key, file]) => (file ? [[key, file]] : [])));
      };
      const drafts = await Promise.all(
        all.map(async (draft) => ({ draft, files: await filesOf(draft) })),
      );
      const made = await store.get(MADE);
      return {
        drafts,
        made: made && "made" in made ? made.made : null,
        isOfBefore: drop.length > 0,
      };
    });
  }

  /** The drafts of all people, without their files. */
  async all(): Promise<KeptDraft[]> {
    return await this.#connection.begin((database) => database.getAll("drafts"));
  }

  /** The file of a chosen photo; null when the device does not have it. */
  async file(key: string): Promise<Blob | null> {
    return fileIn(await this.#connection.begin((database) => database.get("files", key)));
  }

  /**
   * Writes a draft with its new files; a draft without files is removed. `known` is the draft that this page knows on
   * the device. Another page may have changed that: the files that it has added stay, and those that it has removed are
   * gone. Resolves with the draft as it is stored.
   */
  async write(
    draft: KeptDraft,
    added: ReadonlyMap<string, Blob>,
    known?: KeptDraft,
  ): Promise<KeptDraft> {
    return await keepFiles(added, (files) => this.#write(draft, files, known));
  }

  async #write(draft: KeptDraft, added: ReadonlyMap<string, KeptFile>, known?: KeptDraft) {
    return await this.#connection.begin(async (database) => {
      const change = database.transaction(both, "readwrite");
      const drafts = change.objectStore("drafts");
      const files = change.objectStore("files");
      const place = placeOf(draft);
      const before = await drafts.get(place);
      const stored = merged(draft, { known, before });
      const staying = new Set(stored.files.map(({ key }) => key));
      const left = (before?.files ?? []).filter(({ key }) => !staying.has(key));
      await Promise.all([
        ...left.map(({ key }) => files.delete(key)),
        ...[...added].map(([key, file]) => files.put(file, key)),
        staying.size === 0 ? drafts.delete(place) : drafts.put(stored, place),
        change.done,
      ]);
      return stored;
    });
  }

  async #adopt(person: Editor): Promise<void> {
    await this.#connection.begin(async (database) => {
      const change = database.transaction("drafts", "readwrite");
      const { put, drop } = adoption(await change.store.getAll(), person);
      await Promise.all([
        ...put.map((draft) => change.store.put(draft, placeOf(draft))),
        ...drop.map((draft) => change.store.delete(placeOf(draft))),
        change.done,
      ]);
    });
  }

  /**
   * Removes all drafts of a person, also those of an earlier account. It writes nothing, because the device may be full.
   */
  async forget(person: Editor): Promise<void> {
    await this.#connection.begin(async (database) => {
      const change = database.transaction(both, "readwrite");
      const drafts = change.objectStore("drafts");
      for (const draft of await drafts.getAll()) {
        if (!isOf(draft, person)) continue;
        for (const { key } of draft.files) await change.objectStore("files").delete(key);
        await drafts.delete(placeOf(draft));
      }
      await change.done;
    });
  }
}

function fileIn(row: KeptFile | Made | undefined): Blob | null {
  return row === undefined || "made" in row ? null : fileOf(row);
}

/** The draft of a page together with what another page has changed on the device since this one looked. */
function merged(
  draft: KeptDraft,
  { known, before }: Record<"known" | "before", KeptDraft | undefined>,
): KeptDraft {
  const knownKeys = new Set(known?.files.map(({ key }) => key));
  const keys = new Set(draft.files.map(({ key }) => key));
  const found = before?.files ?? [];
  const foundKeys = new Set(found.map(({ key }) => key));
  const others = found.filter(({ key }) => !knownKeys.has(key) && !keys.has(key));
  const own = draft.files.filter(({ key }) => !knownKeys.has(key) || foundKeys.has(key));
  const isSaidHere = draft.caption !== (known?.caption ?? "");
  const isDatedHere = draft.day !== (known?.day ?? null);
  return {
    ...draft,
    files: [...others, ...own],
    caption: before && !isSaidHere ? before.caption : draft.caption,
    day: before && !isDatedHere ? before.day : draft.day,
  };
}

/** The drafts of a person after those of an earlier account became theirs, and the changes that this needs. */
function adoption(before: readonly KeptDraft[], person: Editor) {
  const drop = before.filter((draft) => isOfEarlierAccount(draft, person));
  const own = before.filter(({ by }) => by === person.id);
  const byPlace = new Map(own.map((draft) => [placeOf(draft), draft]));
  const places = drop.map((earlier) => {
    const place = placeOf({ ...earlier, by: person.id });
    const present = byPlace.get(place);
    const keys = new Set(present?.files.map(({ key }) => key));
    const files = [...earlier.files.filter(({ key }) => !keys.has(key)), ...(present?.files ?? [])];
    const caption = present && present.caption !== "" ? present.caption : earlier.caption;
    byPlace.set(place, { ...earlier, ...present, files, caption, ...authorOf(person) });
    return place;
  });
  const put = [...new Set(places)].flatMap((place) => byPlace.get(place) ?? []);
  return { all: [...byPlace.values()], put, drop };
}

function placeOf({ by, type, unitId }: KeptDraft): string {
  return `${by} ${type} ${unitId}`;
}
