import { Bookmark, FolderKanban, ListChecks, UserRound } from "lucide-react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { roleLabel } from "../../../convex/rules/labels.ts";
import { can } from "../../../convex/rules/permissions.ts";
import { hitPath } from "../../../convex/rules/search/hitPath.ts";
import { useLiveStatus } from "../../hooks/reads/use-live-query.ts";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import { projectPages, workspacePages } from "../../lib/pages.ts";
import { viewAddress, viewPageOf } from "../../lib/views.ts";
import { type Choice, pageId, projectId } from "./choice.ts";

type Project = { id: string; name: string };

/** The results for projects, people and tasks of the master list. */
export function useRecordChoices(projects: readonly Project[]): readonly Choice[] {
  const people = useLiveStatus(api.people.list, {}).answer;
  // Contact data is not kept on devices, so the team pool is missing without a network.
  const members = useLiveStatus(api.teamMembers.list, {}).answer;
  const templates = useLiveStatus(api.taskTemplates.list, {}).answer;
  const mayEdit = can(useViewer().role, "project:write");
  return useMemo(
    () => [
      ...projects.map(projectChoice),
      ...(people ?? []).map((person) => personChoice(person, "User")),
      ...(members ?? []).map((member) =>
        personChoice(member, member.trade ?? roleLabel(member.role)),
      ),
      ...(templates ?? []).map((template) => templateChoice(template, mayEdit)),
    ],
    [projects, people, members, templates, mayEdit],
  );
}

function projectChoice({ id, name }: Project): Choice {
  return {
    ...{ id: projectId(id), name, detail: null, group: "Projects", icon: FolderKanban },
    leadsTo: hitPath({ type: "project", id, projectId: id }),
  };
}

interface Person {
  id: string;
  firstName: string | null;
  lastName: string | null;
}

function personChoice({ id, firstName, lastName }: Person, detail: string): Choice {
  return {
    ...{ id: `person ${id}`, name: `${firstName ?? ""} ${lastName ?? ""}`.trim(), detail },
    ...{ group: "People", icon: UserRound },
    leadsTo: hitPath({ type: "person", id, projectId: null }),
  };
}

/** People who may not edit the master list are led to the board, filtered by the task's category. */
function templateChoice(
  { id, name, category }: { id: string; name: string; category: string | null },
  mayEdit: boolean,
): Choice {
  const ofCategory = category === null ? "" : `?category=${encodeURIComponent(category)}`;
  return {
    ...{ id: `template ${id}`, name, detail: category, group: "Master Tasks", icon: ListChecks },
    leadsTo: mayEdit ? hitPath({ type: "template", id, projectId: null }) : `/board${ofCategory}`,
  };
}

/** The saved views of pages that the viewer may open, with the page and its project as details. */
export function useViewChoices(projects: readonly Project[]): readonly Choice[] {
  const views = useLiveStatus(api.views.list, {}).answer;
  const { role } = useViewer();
  return useMemo(
    () =>
      (views ?? []).flatMap((view): Choice[] => {
        const place = placeOf(view.page, projects);
        if (place === null || (place.needs !== undefined && !can(role, place.needs))) return [];
        return [
          {
            ...{ id: `view ${view.id}`, name: view.name, detail: place.name, also: "view filter" },
            ...{ group: "Views", icon: Bookmark, leadsTo: viewAddress(view) },
          },
        ];
      }),
    [views, projects, role],
  );
}

/** The name of the page at a path, with its project; null for an unknown page. */
function placeOf(path: string, projects: readonly Project[]) {
  const pattern = viewPageOf(path)?.pattern;
  if (pattern === undefined) return null;
  const page = [...workspacePages, ...projectPages].find(({ to }) => to === pattern);
  const label = page?.label ?? "Analytics";
  if (!pattern.includes("$")) return { name: label, needs: page?.needs };
  const project = projects.find(({ id }) => path.startsWith(`/projects/${id}/`));
  return project ? { name: `${label}, ${project.name}`, needs: page?.needs } : null;
}

/** The pages that the viewer may open, and those of the selected project. */
export function usePageChoices(project: Project | null): readonly Choice[] {
  const { role } = useViewer();
  return useMemo(() => {
    const isOpen = ({ needs }: (typeof workspacePages | typeof projectPages)[number]) =>
      needs === undefined || can(role, needs);
    const ofWorkspace = workspacePages
      .filter(isOpen)
      .map(({ to, label, icon, letter }): Choice => ({
        ...{ id: pageId(to), name: label, detail: null, group: "Pages", icon },
        ...{ keys: `g ${letter}`, leadsTo: to },
      }));
    if (project === null) return ofWorkspace;
    const ofProject = projectPages.filter(isOpen).map(({ to, label, icon, letter }): Choice => {
      const address = to.replace("$projectId", project.id);
      return {
        ...{ id: pageId(address), name: label, detail: project.name, context: project.name },
        ...{ group: "Pages", icon, keys: `g ${letter}`, leadsTo: address },
      };
    });
    return [...ofWorkspace, ...ofProject];
  }, [role, project]);
}
