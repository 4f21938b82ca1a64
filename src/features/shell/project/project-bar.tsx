import { useNavigate } from "@tanstack/react-router";

import { ProjectLookers } from "../../../components/presence/presence-parts.tsx";
import { LongSelect } from "../../../components/ui/long-select.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { type Section, sectionPath } from "./section.ts";
import { chooseProject } from "./selection-store.ts";
import { useProjects } from "./use-projects.ts";

/** The project of the page, and a select that opens the same page of another project. */
export function ProjectBar({ section }: { section: Section }) {
  const { loading, projects, selected } = useProjects();
  const navigate = useNavigate();

  const choose = (projectId: string) => {
    chooseProject(projectId);
    void navigate({ to: sectionPath[section], params: { projectId } });
  };

  return (
    <div className="border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex min-h-12 w-full max-w-[100rem] flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 md:px-8">
        {projects?.length === 0 ? (
          <p className="text-base text-ink-muted">
            No projects available. Create your first project to get started.
          </p>
        ) : (
          <>
            <span id="current-project" className="text-sm font-medium text-ink-muted">
              Current Project:
            </span>
            {/* The height of a face is reserved, so that nothing moves when a person joins. */}
            <div className="ml-auto flex h-7 items-center md:order-last">
              {selected && <ProjectLookers key={selected.id} projectId={selected.id} />}
            </div>
            {loading ? (
              <Skeleton className="h-8 w-64 touch:h-11" />
            ) : (
              <LongSelect
                quiet
                aria-labelledby="current-project"
                className="w-64 max-w-full max-md:w-full"
                placeholder="Select a project"
                value={selected?.id ?? null}
                onValueChange={choose}
                options={projects.map(({ id, name, description }) => ({
                  value: id,
                  label: name,
                  description,
                }))}
              />
            )}
          </>
        )}
      </div>
    </div>
  );
}
