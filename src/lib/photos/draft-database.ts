import type { DBSchema } from "idb";
import { type Author, authorOf, isOf, isOfEarlierAccount } from "../device/earlier-account.ts";
import { KeptConnection } from "../device/kept-connection.ts";
import { fileOf, keepFiles, type KeptFile } from "../device/kept-file.ts";
import type { Editor } from "../optimistic/block-change.ts";

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
  files: { key: string; value: KeptFile };
}

const both = ["drafts", "files"] as const;

/** The chosen photos that this device keeps. Each method rejects when the browser keeps nothing. */
export class DraftDatabase {
  readonly #connection: KeptConnection<Schema>;

  constructor(name = "turnboard-drafts") {
    this.#connection = new KeptConnection(name, (database) => {
      for (const store of both) database.createObjectStore(store);
    });
  }

  /** The drafts of a person with their files by key; a file that the browser has dropped is missing. */
  async read(by: string): Promise<{ draft: KeptDraft; files: ReadonlyMap<string, Blob> }[]> {
    return await this.#connection.begin(async (database) => {
      const look = database.transaction(both);
      const all = await look.objectStore("drafts").getAll();
      const store = look.objectStore("files");
      const filesOf = async ({ files }: KeptDraft) => {
        const found = await Promise.all(
          files.map(async ({ key }) => [key, await store.get(key)] as const),
        );
        return new Map(found.flatMap(([key, file]) => (file ? [[key, fileOf(file)]] : [])));
      };
      const drafts = all.filter((draft) => draft.by === by);
      return await Promise.all(
        drafts.map(async (draft) => ({ draft, files: await filesOf(draft) })),
      );
    });
  }

  /** The file of a chosen photo; null when the device does not have it. */
  async file(key: string): Promise<Blob | null> {
    const kept = await this.#connection.begin((database) => database.get("files", key));
    return kept === undefined ? null : fileOf(kept);
  }

  /** Writes a draft with its new files; a draft without files is removed. */
  async write(draft: KeptDraft, added: ReadonlyMap<string, Blob>): Promise<void> {
    await keepFiles(added, (files) => this.#write(draft, files));
  }

  async #write(draft: KeptDraft, added: ReadonlyMap<string, KeptFile>): Promise<void> {
    await this.#connection.begin(async (database) => {
      const change = database.transaction(both, "readwrite");
      const drafts = change.objectStore("drafts");
      const files = change.objectStore("files");
      const place = placeOf(draft);
      const before = await drafts.get(place);
      const staying = new Set(draft.files.map(({ key }) => key));
      const left = (before?.files ?? []).filter(({ key }) => !staying.has(key));
      await Promise.all([
        ...left.map(({ key }) => files.delete(key)),
        ...[...added].map(([key, file]) => files.put(file, key)),
        staying.size === 0 ? drafts.delete(place) : drafts.put(draft, place),
        change.done,
      ]);
    });
  }

  /** Gives the person the drafts that an account of theirs has left before the data of the workspace was replaced. */
  async adopt(person: Editor): Promise<void> {
    await this.#connection.begin(async (database) => {
      const change = database.transaction("drafts", "readwrite");
      const all = await change.store.getAll();
      const byPlace = new Map(all.map((draft) => [placeOf(draft), draft]));
      for (const draft of all.filter((each) => isOfEarlierAccount(each, person))) {
        const place = placeOf({ ...draft, by: person.id });
        const own = byPlace.get(place);
        const files = [...draft.files, ...(own?.files ?? [])];
        const caption = own && own.caption !== "" ? own.caption : draft.caption;
        const adopted = { ...draft, ...own, files, caption, ...authorOf(person) };
        byPlace.set(place, adopted);
        await change.store.put(adopted, place);
        await change.store.delete(placeOf(draft));
      }
      await change.done;
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

function placeOf({ by, type, unitId }: KeptDraft): string {
  return `${by} ${type} ${unitId}`;
}
