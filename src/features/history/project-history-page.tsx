import { PageHeader } from "../../components/layout/page-header.tsx";
import { Page } from "../../components/layout/page.tsx";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { HistoryPanel } from "./history-panel.tsx";
import type { HistorySearch } from "../../lib/history/history-search.ts";
import { screenDescriptions, screenTitles } from "../../lib/screen-titles.ts";

interface ProjectHistoryPageProps {
  projectId: string;
  search: HistorySearch;
  address: DialogAddress;
}

/** All changes of a project and of its units. */
export function ProjectHistoryPage({ projectId, search, address }: ProjectHistoryPageProps) {
  return (
    <Page>
      <PageHeader
        title={screenTitles["/projects/$projectId/history"]}
        description={screenDescriptions["/projects/$projectId/history"]}
      />
      <HistoryPanel subject={{ projectId }} search={search} address={address} />
    </Page>
  );
}
