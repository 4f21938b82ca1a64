import { createFileRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { BoardScreen } from "../../app/board-screen.tsx";
import { boardSearch } from "../../features/board/contents/board-search.ts";
import { ProjectFrame } from "../../features/shell/project/project-frame.tsx";
import { useProjects } from "../../features/shell/project/use-projects.ts";

export const Route = createFileRoute("/_workspace/projects/$projectId/board")({
  validateSearch: boardSearch,
  component: ProjectBoard,
});

function ProjectBoard() {
  const { projectId } = Route.useParams();
  const search = Route.useSearch();
  const { projects } = useProjects();
  const project = projects?.find(({ id }) => id === projectId);
  const projectIds = useMemo(() => [projectId], [projectId]);
  return (
    <ProjectFrame projectId={projectId} section="board" isAlone={search.wall !== undefined}>
      <BoardScreen
        key={projectId}
        projectIds={projectIds}
        projectId={projectId}
        subject={project?.name ?? "Project"}
        showsProject={false}
        search={search}
      />
    </ProjectFrame>
  );
}
