import { useCallback, useState } from "react";
import { photoFileProblem } from "../../../convex/model/inputs/photos.ts";
import { toast } from "../../components/ui/toast.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import type { PhotoType } from "./photo-types.ts";

/** A chosen file that is not sent yet. */
export interface StagedFile {
  key: string;
  file: File;
}

type StagedByType = Record<PhotoType, readonly StagedFile[]>;

const NONE: StagedByType = { before: [], progress: [], completion: [] };

/** The files chosen for each section, before they are sent; what cannot be a photo never gets here. */
export function useStaging() {
  const [staged, setStaged] = useState(NONE);

  const stage = useCallback((type: PhotoType, files: readonly File[]) => {
    const chosen = files.filter(isAcceptable).map((file) => ({ key: newRequestKey(), file }));
    if (chosen.length > 0) setStaged((old) => ({ ...old, [type]: [...old[type], ...chosen] }));
  }, []);

  const unstage = useCallback(
    (type: PhotoType, key: string) =>
      setStaged((old) => ({ ...old, [type]: old[type].filter((file) => file.key !== key) })),
    [],
  );

  const clear = useCallback((type: PhotoType) => setStaged((old) => ({ ...old, [type]: [] })), []);

  return { staged, stage, unstage, clear };
}

function isAcceptable(file: File): boolean {
  const problem = photoFileProblem(file);
  if (problem === null) return true;
  const { title, description } = problem;
  toast({ title, description, variant: "destructive" });
  return false;
}
