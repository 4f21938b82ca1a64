import type { IDBPDatabase } from "idb";
import { CopyLine } from "../device/copy-line.ts";
import { authorOf, isOf, isOfEarlierAccount } from "../device/earlier-account.ts";
import { KeptConnection, reasonOf } from "../device/kept-connection.ts";
import { keepFiles, type KeptFile } from "../device/kept-file.ts";
import { copiedDrafts, copyOf, filePlace, fileRow } from "./copied-drafts.ts";
import { fileIn, type KeptDraft, placeOf, type Schema } from "./kept-drafts.ts";
import type { Editor } from "../optimistic/block-change.ts";
import { newRequestKey } from "../request-key.ts";

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
  readonly #copy: CopyLine<Schema>;

  constructor(name = "turnboard-drafts") {
    const create = (database: IDBPDatabase<Schema>) => {
      database.createObjectStore("drafts");
      const files = database.createObjectStore("files");
      // A failure fails the opening too.
      files.put({ made: newRequestKey() }, MADE).catch(() => undefined);
    };
    this.#copy = new CopyLine(name, copiedDrafts);
    this.#connection = new KeptConnection(name, create, { copy: this.#copy });
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
    const found = await this.#connection.begin(async (database) => {
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
    for (const { draft, files } of found.drafts) await this.#addCopied(draft, files);
    return found;
  }

  /** Adds the files that the device has only in its second copy. */
  async #addCopied({ files }: KeptDraft, found: Map<string, Blob>): Promise<void> {
    for (const { key } of files) {
      const copied = found.has(key) ? undefined : await this.#copied(key);
      if (copied) found.set(key, copied);
    }
  }

  async #copied(key: string): Promise<Blob | undefined> {
    return (await this.#copy.row(filePlace(key)))?.files?.["file"];
  }

  /** The drafts of all people, without their files. */
  async all(): Promise<KeptDraft[]> {
    return await this.#connection.begin((database) => database.getAll("drafts"));
  }

  /** The file of a chosen photo; null when the device does not have it. */
  async file(key: string): Promise<Blob | null> {
    const row = await this.#connection.begin((database) => database.get("files", key));
    return fileIn(row) ?? (await this.#copied(key)) ?? null;
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
      try {
        for (const { key } of left) await files.delete(key);
        for (const [key, file] of added) await files.put(file, key);
        await (staying.size === 0 ? drafts.delete(place) : drafts.put(stored, place));
        await change.done;
      } catch (error) {
        change.done.catch(() => undefined);
        throw reasonOf(change, error);
      }
      const isGone = staying.size === 0;
      this.#copy.note({
        put: [...(isGone ? [] : [copyOf(stored)]), ...[...added].map(fileRow)],
        drop: isGone ? [copyOf(stored)] : [],
      });
      // A photo that is handed over has its next copy first.
      this.#copy.dropLater(left.map(({ key }) => filePlace(key)));
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
      this.#copy.note({ put: put.map(copyOf), drop: drop.map(copyOf) });
    });
  }

  /**
   * Removes all drafts of a person, also those of an earlier account. It writes nothing, because the device may be full.
   */
  async forget(person: Editor): Promise<void> {
    await this.#connection.begin(async (database) => {
      const change = database.transaction(both, "readwrite");
      const drafts = change.objectStore("drafts");
      const own = (await drafts.getAll()).filter((draft) => isOf(draft, person));
      for (const draft of own) {
        for (const { key } of draft.files) await change.objectStore("files").delete(key);
        await drafts.delete(placeOf(draft));
      }
      await change.done;
      const files = own.flatMap((draft) => draft.files.map(({ key }) => filePlace(key)));
      this.#copy.note({ drop: [...own.map(copyOf), ...files] });
    });
  }
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
