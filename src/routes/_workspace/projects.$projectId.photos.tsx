import { createFileRoute } from "@tanstack/react-router";
import { PhotoWallScreen } from "../../app/photo-wall-screen.tsx";
import { wallSearch } from "../../features/photo-wall/wall-search.ts";
import { ProjectFrame } from "../../features/shell/project/project-frame.tsx";

export const Route = createFileRoute("/_workspace/projects/$projectId/photos")({
  validateSearch: wallSearch,
  component: Photos,
});

function Photos() {
  const { projectId } = Route.useParams();
  return (
    <ProjectFrame projectId={projectId} section="photos">
      <PhotoWallScreen key={projectId} projectId={projectId} search={Route.useSearch()} />
    </ProjectFrame>
  );
}
