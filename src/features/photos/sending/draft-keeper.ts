import { hasLeft } from "../../../lib/device/has-left.ts";
import { authorOf } from "../../../lib/device/earlier-account.ts";
import { onReturn } from "../../../lib/device/on-return.ts";
import type { Editor } from "../../../lib/optimistic/block-change.ts";
import { canKeep } from "../../../lib/photos/device-room.ts";
import { isChosenKnown } from "../../../lib/photos/chosen-count.ts";
import { DraftDatabase } from "../../../lib/photos/draft-database.ts";
import type { KeptDraft } from "../../../lib/photos/kept-drafts.ts";
import { doubtfulPhotos } from "./doubtful-photos.ts";
import type { PhotoType } from "../../../lib/photos/photo.ts";
import { stagedPhotos, type StagedFile, type StagedPhotos } from "./staged-photos.ts";
import { followedAddress, followUnsentPhotos } from "./unsent-photos.ts";
import { uploadQueue } from "./uploads.ts";

const CHANNEL = "turnboard-drafts";

/**
 * Keeps the files that one person has chosen on the device until they are handed over, so that a crash or a reload
 * loses none. It owns the copy on the device; the staged photos own the state on the screen. When the device is full,
 * or the browser keeps nothing, the files stay in this page only, which asks before it closes.
 */
export class DraftKeeper {
  readonly #person: Editor;
  readonly #database = new DraftDatabase();
  /** The drafts on the device, by place, as this page knows them. */
  readonly #written = new Map<string, KeptDraft>();
  readonly #channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null;
  /** The name of the database that was read last; undefined before the first read. */
  #made: string | null | undefined;
  #work: Promise<unknown> = Promise.resolve();
  #ends: (() => void)[] = [];
  #isOver = false;

  constructor(person: Editor) {
    this.#person = person;
  }

  start(): void {
    const save = () => this.#then(() => this.#save());
    this.#ends = [stagedPhotos, uploadQueue, doubtfulPhotos].map((each) => each.subscribe(save));
    this.#ends.push(onReturn(() => this.#look()));
    this.#channel?.addEventListener("message", () => this.#look());
    this.#then(() =>
      this.#read().finally(() => {
        if (!this.#isOver) isChosenKnown.set(true);
      }),
    );
    save();
  }

  stop(): void {
    this.#isOver = true;
    for (const end of this.#ends) end();
    this.#channel?.close();
    isChosenKnown.set(false);
  }

  /** Runs one task after the other, so that a read is never older than a write before it. */
  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch(() => undefined);
  }

  /** Reads what other pages have changed, and stores what the device lacks. */
  #look(): void {
    this.#then(() => this.#read());
    this.#then(() => this.#save());
  }

  async #read(): Promise<void> {
    const { drafts, made } = await this.#database.read(this.#person);
    // The page may show another person's photos by now.
    if (this.#isOver) return;
    if (this.#made !== undefined && this.#made !== made) this.#beginAnew();
    this.#made = made;
    const gone = new Map(this.#written);
    for (const { draft, files } of drafts) {
      const key = keyOf(draft);
      const known = gone.get(key);
      gone.delete(key);
      this.#written.set(key, draft);
      this.#show(draft, { files, known });
    }
    for (const [key, known] of gone) {
      this.#written.delete(key);
      this.#show({ ...known, files: [] }, { files: new Map(), known });
    }
  }

  /**
   * The browser has deleted the drafts under this page, which has the files: nobody has removed them, unless the person
   * has signed out in another page.
   */
  #beginAnew(): void {
    if (hasLeft(this.#person.id)) return;
    this.#written.clear();
    for (const staged of stagedPhotos.snapshot().values()) stagedPhotos.markKept(staged, false);
  }

  /** Shows a draft from the device, together with the files that were chosen here since. */
  #show(
    draft: KeptDraft,
    { files, known }: { files: ReadonlyMap<string, Blob>; known: KeptDraft | undefined },
  ): void {
    const place = { unitId: draft.unitId, type: draft.type as PhotoType };
    const here = stagedPhotos.get(place);
    const onTheWay = new Set([
      ...uploadQueue.snapshot().map(({ key }) => key),
      ...keysInQuestion(draft.unitId),
    ]);
    const kept = draft.files.flatMap(({ key, name }): StagedFile[] => {
      const file = files.get(key);
      if (file === undefined || onTheWay.has(key)) return [];
      return [{ key, name, file: file instanceof File ? file : new File([file], name) }];
    });
    const ofDevice = new Set([...draft.files, ...(known?.files ?? [])].map(({ key }) => key));
    const fresh = (here?.files ?? []).filter(({ key }) => !ofDevice.has(key));
    if (kept.length > 0) followUnsentPhotos(draft.unitId, draft.address);
    const { caption, day } = draft;
    const isKept = fresh.length === 0;
    stagedPhotos.recall({ place, caption, day, files: [...kept, ...fresh], isKept });
  }

  async #save(): Promise<void> {
    // A draft of this page must not replace one that it could not read.
    if (this.#made === undefined) await this.#read();
    if (this.#isOver) return;
    const shown = new Map(
      [...stagedPhotos.snapshot().values()].map((each) => [placeKey(each), each]),
    );
    for (const key of new Set([...this.#written.keys(), ...shown.keys()])) {
      await this.#saveOne(this.#written.get(key), shown.get(key));
    }
  }

  async #saveOne(before: KeptDraft | undefined, staged: StagedPhotos | undefined): Promise<void> {
    const now = this.#draftOf(before, staged);
    if (now === null) return;
    if (JSON.stringify(before) !== JSON.stringify(now)) {
      const had = new Set(before?.files.map(({ key }) => key));
      const added = (staged?.files ?? []).filter(({ key }) => !had.has(key));
      const bytes = added.reduce((sum, { file }) => sum + file.size, 0);
      if (added.length > 0 && !(await canKeep(bytes))) return;
      const files = new Map(added.map(({ key, file }) => [key, file]));
      const stored = await this.#database.write(now, files, before);
      this.#channel?.postMessage("changed");
      // The file of another page is known once it is read: one that is known and not shown is removed.
      const known = { ...stored, files: now.files };
      if (known.files.length > 0) this.#written.set(keyOf(known), known);
      else this.#written.delete(keyOf(known));
      if (JSON.stringify(stored) !== JSON.stringify(now)) return this.#look();
    }
    if (staged) stagedPhotos.markKept(staged, true);
  }

  /**
   * The draft that the device should hold. A file stays in it until the outbox has the file, or the user has removed
   * it.
   */
  #draftOf(before: KeptDraft | undefined, staged: StagedPhotos | undefined): KeptDraft | null {
    const files = (staged?.files ?? []).map(({ key, name }) => ({ key, name }));
    const unitId = staged?.place.unitId ?? before?.unitId ?? "";
    const coming = new Set([
      ...uploadQueue.snapshot().flatMap(({ key, isKept }) => (isKept ? [] : [key])),
      ...keysInQuestion(unitId),
    ]);
    const held = (before?.files ?? []).filter(
      ({ key }) => coming.has(key) && !files.some((file) => file.key === key),
    );
    const all = { files: [...held, ...files] };
    if (staged) {
      const { place, caption, day } = staged;
      const address = followedAddress(place.unitId) ?? before?.address ?? "/";
      return { ...authorOf(this.#person), ...place, address, caption, day, ...all };
    }
    return before ? { ...before, ...all } : null;
  }
}

/** The keys of the files in question, which the unit already has. */
function keysInQuestion(unitId: string): string[] {
  return doubtfulPhotos.ofUnit(unitId).map(({ shot }) => shot.key);
}

function keyOf({ type, unitId }: KeptDraft): string {
  return `${type} ${unitId}`;
}

function placeKey({ place }: StagedPhotos): string {
  return `${place.type} ${place.unitId}`;
}
