import { useNavigate, useParams } from "@tanstack/react-router";
import { X } from "lucide-react";

import { productName } from "../../../../convex/rules/labels.ts";
import { can } from "../../../../convex/rules/permissions.ts";
import { ConnectionStatus } from "../../../components/layout/connection-status.tsx";
import { ProductMark } from "../../../components/layout/product-mark.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { useViewer } from "../../../hooks/people/use-viewer.ts";
import { projectPages, workspacePages } from "../../../lib/pages.ts";
import { InstallEntry } from "../install/install-entry.tsx";
import { NavItem } from "./nav-item.tsx";
import { NewVersionOffer } from "./new-version-offer.tsx";
import { SearchButton } from "./search-button.tsx";
import { clearSelection } from "../project/selection-store.ts";
import type { Project } from "../project/use-projects.ts";
import { UserBlock } from "./user-block.tsx";

type SidebarProps = {
  loading: boolean;
  /** Undefined when the projects could not be read. */
  project: Project | null | undefined;
};

/** The links to every page that the viewer may open, and the viewer at the bottom. */
export function Sidebar({ loading, project }: SidebarProps) {
  return (
    <div className="flex h-full flex-col">
      {/* Leaves room for the drawer's close button on the right. */}
      <div className="flex h-14 shrink-0 items-center gap-2.5 px-4 text-lg leading-6 font-semibold tracking-tight max-md:pr-12">
        <ProductMark className="size-6" />
        <div className="grid min-w-0 flex-1 justify-items-start">
          {productName}
          {/* The status is below the name, where its longest words fit. When it opens a list it is as tall as a
              finger and overlaps its neighbours. */}
          <ConnectionStatus className="max-w-full leading-4 [&:is(button)]:touch:-my-3.5" />
        </div>
      </div>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        <SearchButton />
        <GlobalItems />
        <ProjectItems loading={loading} project={project} />
      </nav>
      <NewVersionOffer />
      <InstallEntry />
      <UserBlock />
    </div>
  );
}

function GlobalItems() {
  const { role } = useViewer();
  return (
    <ul className="flex flex-col gap-0.5">
      {workspacePages.map(
        ({ to, label, icon, exact, needs }) =>
          (needs === undefined || can(role, needs)) && (
            <NavItem key={to} to={to} exact={exact} icon={icon}>
              {label}
            </NavItem>
          ),
      )}
    </ul>
  );
}

function ProjectItems({ loading, project }: SidebarProps) {
  const { role } = useViewer();
  const clear = useClearSelection();
  if (loading) return <Skeleton className="mx-2 mt-7 h-24" />;
  if (!project) {
    return (
      <p className="mt-6 px-2 text-sm text-ink-muted">
        {project === undefined
          ? "The projects could not be read"
          : "Select a project to access project-specific features"}
      </p>
    );
  }
  const params = { projectId: project.id };
  return (
    <section aria-labelledby="sidebar-project" className="mt-5">
      <div className="group flex items-center gap-1 pb-1 pl-2">
        <h2
          id="sidebar-project"
          title={project.name}
          className="min-w-0 flex-1 truncate text-xs font-semibold text-ink-muted"
        >
          {project.name}
        </h2>
        <Button
          variant="ghost"
          size="icon"
          className="size-6 transition-opacity group-hover:opacity-100 focus-visible:opacity-100 touch:size-11 pointer-fine:opacity-0"
          title="Clear project selection"
          aria-label="Clear project selection"
          onClick={clear}
        >
          <X aria-hidden className="size-3.5" />
        </Button>
      </div>
      <ul className="flex flex-col gap-0.5">
        {projectPages.map(
          ({ to, label, icon, needs }) =>
            (needs === undefined || can(role, needs)) && (
              <NavItem key={to} to={to} params={params} icon={icon}>
                {label}
              </NavItem>
            ),
        )}
      </ul>
    </section>
  );
}

/** Clears the selection. On a project's own page the address selects the project, so clearing also leaves the page. */
function useClearSelection(): () => void {
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
  return () => {
    clearSelection();
    if (projectId !== undefined) void navigate({ to: "/projects" });
  };
}
