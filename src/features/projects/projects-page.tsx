import { FolderPlus, Plus } from "lucide-react";
import { type ReactNode, useCallback, useEffect } from "react";
import { api } from "../../../convex/_generated/api.js";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import { WindowGrid } from "../../components/window-grid.tsx";
import { useGone } from "../../hooks/address/use-chosen.ts";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { useLateParts } from "../../hooks/reads/use-late-parts.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { screenDescriptions, screenTitles } from "../../lib/screen-titles.ts";
import { DeletionProgress } from "./deletion-progress.tsx";
import {
  ProjectCard,
  ProjectCardSkeleton,
  type ProjectDialog,
  projectHeadingId,
} from "./card/project-card.tsx";
import type { ProjectListItem } from "./card/project-types.ts";
import type { ProjectsSearch } from "./projects-search.ts";
import { TeamDialog } from "./dialogs/team-dialog.tsx";

interface ProjectsPageProps {
  search: ProjectsSearch;
  address: DialogAddress;
  /** The dialog that assigns tasks to all units of a project; open while there is one. */
  renderAssign: (project: ProjectListItem | undefined, onClose: () => void) => ReactNode;
}

/** The dialogs and the rules of their forms load after the list. */
const ManageDialogs = lazyPart(
  async () => ({ default: (await import("./dialogs/manage-dialogs.tsx")).ManageDialogs }),
  { isOpen: ({ dialog }) => dialog !== undefined && managing.has(dialog) },
);
const managing = new Set<NonNullable<ProjectsSearch["dialog"]>>([
  "create",
  "edit",
  "units",
  "delete",
]);
const lateParts = [ManageDialogs];

/** All projects as cards, with the dialogs that create, edit and staff them. */
export function ProjectsPage({ search, address, renderAssign }: ProjectsPageProps) {
  const projects = useLiveQuery(api.projects.list, {});
  const mayManage = useCan("project:write");
  useLateParts(lateParts);
  useGone(projects, {
    id: search.dialog === "delete" ? undefined : search.project,
    ...{ word: "project", address, parameters: "dialog project" },
  });
  const dialogProject = projects?.find((project) => project.id === search.project);
  const openFor = useCallback(
    (dialog: ProjectDialog, project: string) => address.open({ dialog, project }),
    [address],
  );
  const openCreate = () => address.open({ dialog: "create" });
  const close = () => address.close(["dialog", "project"]);
  const isRefused = !mayManage && search.dialog !== undefined && managing.has(search.dialog);
  useEffect(() => {
    if (isRefused) address.close(["dialog", "project"]);
  }, [isRefused, address]);

  return (
    <Page>
      <PageHeader
        title={screenTitles["/projects"]}
        description={screenDescriptions["/projects"]}
        actions={
          mayManage && (
            <Button variant="primary" onClick={openCreate}>
              <Plus aria-hidden /> Create Project
            </Button>
          )
        }
      />
      {mayManage && <DeletionProgress />}
      {projects === undefined && (
        <UntilKnown>
          <Placeholders />
        </UntilKnown>
      )}
      {projects?.length === 0 && (
        <EmptyState
          icon={FolderPlus}
          title="No projects yet"
          description="Create your first vacant unit turn project to get started"
          action={mayManage && <Button onClick={openCreate}>Create Your First Project</Button>}
        />
      )}
      {projects !== undefined && projects.length > 0 && (
        <WindowGrid
          label="Projects"
          items={projects}
          minItemPx={320}
          gapPx={16}
          rowPx={372}
          labelledBy={projectHeadingId}
          renderItem={(project) => (
            <ProjectCard project={project} mayManage={mayManage} onOpen={openFor} />
          )}
        />
      )}
      {mayManage && (
        <ManageDialogs dialog={search.dialog} project={dialogProject} onClose={close} />
      )}
      <TeamDialog project={search.dialog === "team" ? dialogProject : undefined} onClose={close} />
      {renderAssign(search.dialog === "assign" ? dialogProject : undefined, close)}
    </Page>
  );
}

function Placeholders() {
  return (
    <ul
      aria-label="Projects"
      aria-busy
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4"
    >
      {[1, 2, 3].map((placeholder) => (
        <ProjectCardSkeleton key={placeholder} />
      ))}
    </ul>
  );
}
