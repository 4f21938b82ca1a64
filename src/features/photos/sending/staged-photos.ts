import { photoFileProblem, plainFileName } from "../../../../convex/rules/photoLimits.ts";
import { toast } from "../../../components/ui/toast.ts";
import { useStore } from "../../../hooks/use-store.ts";
import { newRequestKey } from "../../../lib/request-key.ts";
import { chosenCount } from "../../../lib/photos/chosen-count.ts";
import { createStore, withEntry } from "../../../lib/store.ts";
import type { PhotoType } from "../../../lib/photos/photo.ts";

/** A chosen file that is not sent yet. */
export interface StagedFile {
  key: string;
  file: File;
  /** The file name without control characters and characters that reverse the reading direction. */
  name: string;
}

/** The section of a unit that photos belong to. */
export interface PhotoPlace {
  unitId: string;
  type: PhotoType;
}

/** The files chosen for one section, with their caption and day. */
export interface StagedPhotos {
  place: PhotoPlace;
  files: readonly StagedFile[];
  caption: string;
  /** The calendar day, or null for today. */
  day: string | null;
  /** True when all of it is on the device, so that a later page offers it again. */
  isKept?: boolean;
}

const store = createStore<ReadonlyMap<string, StagedPhotos>>(new Map());

/**
 * The files chosen in this window before they are sent. They outlive the dialog in which they were chosen, and the
 * device keeps them beyond the page. Files that cannot be photos are left out.
 */
export const stagedPhotos = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,
  get: (place: PhotoPlace): StagedPhotos | undefined => store.snapshot().get(keyOf(place)),
  ofUnit: (unitId: string): StagedPhotos[] =>
    [...store.snapshot().values()].filter(({ place }) => place.unitId === unitId),

  /** Adds files, and returns those that can be photos. */
  add: (place: PhotoPlace, files: readonly File[]): StagedFile[] => {
    const chosen = files.filter(isAcceptable).map((file) => ({
      ...{ key: newRequestKey(), file },
      name: plainFileName(file.name),
    }));
    if (chosen.length === 0) return chosen;
    const old = stagedPhotos.get(place) ?? { place, files: [], caption: "", day: null };
    set(place, { ...old, files: [...old.files, ...chosen], isKept: false });
    return chosen;
  },
  /** Shows the draft of a section from the device, as an earlier page or another tab has left it. */
  recall: (staged: StagedPhotos) => set(staged.place, staged),
  /** Records whether this draft is on the device, unless it has been replaced meanwhile. */
  markKept: (staged: StagedPhotos, isKept: boolean) => {
    if (stagedPhotos.get(staged.place) === staged && staged.isKept !== isKept)
      set(staged.place, { ...staged, isKept });
  },
  leaveOut: (place: PhotoPlace, key: string) =>
    change(place, ({ files }) => ({ files: files.filter((file) => file.key !== key) })),
  describe: (place: PhotoPlace, said: Partial<Pick<StagedPhotos, "caption" | "day">>) =>
    change(place, () => said),
  clear: (place: PhotoPlace) => set(place, undefined),
};

/** The files chosen for a section, live. */
export function useStaged(place: PhotoPlace): StagedPhotos | undefined {
  return useStore(stagedPhotos, (stagedByPlace) => stagedByPlace.get(keyOf(place)));
}

function change(place: PhotoPlace, by: (old: StagedPhotos) => Partial<StagedPhotos>): void {
  const old = stagedPhotos.get(place);
  if (old) set(place, { ...old, ...by(old) });
}

function set(place: PhotoPlace, staged: StagedPhotos | undefined): void {
  const isEmpty = (staged?.files.length ?? 0) === 0;
  const next = withEntry(store.snapshot(), keyOf(place), isEmpty ? undefined : staged);
  chosenCount.set([...next.values()].reduce((sum, { files }) => sum + files.length, 0));
  store.set(next);
}

function keyOf({ unitId, type }: PhotoPlace): string {
  return `${type} ${unitId}`;
}

function isAcceptable(file: File): boolean {
  const problem = photoFileProblem(file);
  if (problem === null) return true;
  const { title, description } = problem;
  toast({ title, description, variant: "destructive" });
  return false;
}
