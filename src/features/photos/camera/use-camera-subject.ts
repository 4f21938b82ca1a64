import { useEffect } from "react";
import { api } from "../../../../convex/_generated/api.js";
import type { DialogAddress } from "../../../hooks/use-dialog-address.ts";
import { useLiveQuery } from "../../../hooks/use-live-query.ts";
import { lastUnit } from "../../../lib/last-unit.ts";
import type { PhotoType } from "../photo-sections.ts";
import type { CameraSearch } from "./camera-search.ts";
import { rememberStage, stageToBegin, workStateOf } from "./stage-choice.ts";

/**
 * The unit that is photographed, with the stage and task of the next shot, which are in the address. The first stage is
 * chosen from how far the work is, and then stays: it never changes under the finger while others go on with the work.
 */
export function useCameraSubject(unitId: string, search: CameraSearch, address: DialogAddress) {
  const unit = useLiveQuery(api.units.get, { unitId });
  const tasks = useLiveQuery(api.tasks.list, { unitId });
  const task = tasks?.find(({ id }) => id === search.task);
  const isKnown = unit !== undefined && (search.task === undefined || tasks !== undefined);
  const work = isKnown ? workStateOf(unit, task) : undefined;

  const { stage } = search;
  useEffect(() => {
    if (stage === undefined && work !== undefined) address.change({ stage: stageToBegin(work) });
  }, [stage, work, address]);
  const { name, projectId, projectName } = unit ?? {};
  useEffect(() => {
    if (name !== undefined && projectId !== undefined && projectName !== undefined)
      lastUnit.set({ projectId, unitId, name, projectName });
  }, [unitId, name, projectId, projectName]);

  return {
    unit,
    tasks,
    stage,
    /** A task of another unit, or one that was deleted, is none. */
    taskId: tasks === undefined ? (search.task ?? null) : (task?.id ?? null),
    chooseStage: (chosen: PhotoType) => {
      if (work !== undefined) rememberStage(work, chosen);
      address.change({ stage: chosen });
    },
    chooseTask: (taskId: string | null) => address.change({ task: taskId }),
  };
}
