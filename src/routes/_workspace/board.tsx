import { createFileRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { BoardScreen } from "../../app/board-screen.tsx";
import { boardSearch } from "../../features/board/contents/board-search.ts";
import { useProjects } from "../../features/shell/project/use-projects.ts";

export const Route = createFileRoute("/_workspace/board")({
  validateSearch: boardSearch,
  component: BoardOfAll,
});

function BoardOfAll() {
  const { projects } = useProjects();
  const active = projects?.filter(({ status }) => status === "active");
  const idsText = active?.map(({ id }) => id).join(" ");
  const projectIds = useMemo(() => idsText?.split(" ").filter((id) => id !== ""), [idsText]);
  return (
    <BoardScreen
      projectIds={projectIds}
      projectId={null}
      subject="Active projects"
      showsProject
      search={Route.useSearch()}
    />
  );
}
