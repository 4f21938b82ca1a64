import { Navigate } from "@tanstack/react-router";
import { FolderOpen } from "lucide-react";

import { Page } from "../../../components/layout/page.tsx";
import { PageHeader } from "../../../components/layout/page-header.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { ProjectBar } from "./project-bar.tsx";
import { type Section, sectionPath } from "./section.ts";
import { useProjects } from "./use-projects.ts";

type SectionEntryProps = {
  section: Section;
  heading: string;
  /** The title of the page while no project is selected. */
  emptyTitle: string;
  emptyDescription: string;
};

/** A project page without a project in its address: leads to the selected one, or asks for one. */
export function SectionEntry(props: SectionEntryProps) {
  const { section, heading, emptyTitle, emptyDescription } = props;
  const { loading, selected } = useProjects();
  if (selected) {
    return <Navigate to={sectionPath[section]} params={{ projectId: selected.id }} replace />;
  }
  return (
    <>
      <ProjectBar section={section} />
      <Page>
        <PageHeader title={heading} />
        {!loading && (
          <EmptyState icon={FolderOpen} title={emptyTitle} description={emptyDescription} />
        )}
      </Page>
    </>
  );
}
