import { SearchX } from "lucide-react";
import type { ReactNode } from "react";

import { MessagePage } from "../../../components/layout/message-page.tsx";
import { ProjectBar } from "./project-bar.tsx";
import type { Section } from "./section.ts";
import { useProjects } from "./use-projects.ts";

type ProjectFrameProps = {
  projectId: string;
  section: Section;
  /** The page stands alone, without the selector. */
  isAlone?: boolean;
  children: ReactNode;
};

/** A project's page under its selector bar; an unknown project is told as such. */
export function ProjectFrame(props: ProjectFrameProps) {
  const { projectId, section, isAlone = false, children } = props;
  const { projects } = useProjects();
  const isUnknown = projects !== undefined && projects.every(({ id }) => id !== projectId);
  return (
    <>
      {!isAlone && <ProjectBar section={section} />}
      {isUnknown ? (
        <MessagePage
          icon={SearchX}
          title="Project not found"
          description="This project does not exist or was deleted. Choose another one above."
        />
      ) : (
        children
      )}
    </>
  );
}
