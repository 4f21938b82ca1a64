import { useParams } from "@tanstack/react-router";
import type { FunctionReturnType } from "convex/server";
import { useEffect } from "react";

import { api } from "../../../../convex/_generated/api.js";
import { useLiveQuery, useLiveStatus } from "../../../hooks/reads/use-live-query.ts";
import { useStore } from "../../../hooks/use-store.ts";
import { useCan } from "../../../hooks/people/use-viewer.ts";
import { selectedProjectId } from "./selection.ts";
import {
  chooseProject,
  forgetSelection,
  rememberedProjectId,
  selectionStore,
} from "./selection-store.ts";

/** A project as the list query returns it. */
export type Project = FunctionReturnType<typeof api.projects.list>[number];

type Projects =
  | { loading: true; projects: undefined; selected: undefined }
  | { loading: false; projects: readonly Project[]; selected: Project | null };

/** The projects of the frame, which shows its page without them too. */
type FrameProjects = Omit<Projects, "loading"> & { loading: boolean };

/** All projects and the selected one, live. A failed read is thrown to the page. */
export function useProjects(): Projects {
  const mayRead = useCan("project:read");
  return useSelection(mayRead, useLiveQuery(api.projects.list, mayRead ? {} : "skip"));
}

/** The same for the frame around the pages: a failed read must not take every page away. */
export function useFrameProjects(): FrameProjects {
  const mayRead = useCan("project:read");
  const { answer, error } = useLiveStatus(api.projects.list, mayRead ? {} : "skip");
  const found = useSelection(mayRead, answer);
  return { ...found, loading: found.loading && error === undefined };
}

function useSelection(mayRead: boolean, projects: readonly Project[] | undefined): Projects {
  const selection = useStore(selectionStore, (current) => current);
  const { projectId: routeId } = useParams({ strict: false });

  if (projects === undefined) {
    return mayRead
      ? { loading: true, projects: undefined, selected: undefined }
      : { loading: false, projects: [], selected: null };
  }
  const id = selectedProjectId({
    selection,
    remembered: rememberedProjectId(),
    projectIds: projects.map((project) => project.id),
    routeId,
  });
  return { loading: false, projects, selected: projects.find((it) => it.id === id) ?? null };
}

/** Keeps the selection in this window and in the browser's storage equal to the shown project. */
export function useRememberSelection({ projects, selected }: FrameProjects): void {
  const selectedId = selected?.id;
  const isEmpty = projects?.length === 0;
  useEffect(() => {
    if (isEmpty) forgetSelection();
    if (selectedId === undefined) return;
    const selection = selectionStore.snapshot();
    if (selection.state !== "chosen" || selection.id !== selectedId) chooseProject(selectedId);
  }, [selectedId, isEmpty]);
}
