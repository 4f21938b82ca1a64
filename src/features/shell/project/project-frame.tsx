import { SearchX } from "lucide-react";
import type { ReactNode } from "react";

import { MessagePage } from "../../../components/layout/message-page.tsx";
import { ProjectBar } from "./project-bar.tsx";
import type { Section } from "./section.ts";
import { useProjects } from "./use-projects.ts";

type ProjectFrameProps = {
  projectId: string;
  section: Section;
  /** True shows the page without the project selector. */
  isAlone?: boolean;
  children: ReactNode;
};

/** A project's page below its selector bar; an unknown project shows a message. */
export function ProjectFrame(props: ProjectFrameProps) {
  const { projectId, section, isAlone = false, children } = props;
  const { projects } = useProjects();
  const isUnknown = projects !== undefined && projects.every(({ id }) => id !== projectId);
  const others = isAlone || projects?.length === 0 ? "" : " Choose another one above.";
  return (
    <>
      {!isAlone && <ProjectBar section={section} />}
      {isUnknown ? (
        <MessagePage
          icon={SearchX}
          title="Project not found"
          description={`This project does not exist or was deleted.${others}`}
        />
      ) : (
        children
      )}
    </>
  );
}
