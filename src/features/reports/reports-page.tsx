import { api } from "../../../convex/_generated/api.js";
import { Page } from "../../components/layout/page.tsx";
import { PageHeader } from "../../components/layout/page-header.tsx";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { formatCount } from "../../lib/format.ts";
import { screenDescriptions, screenTitles } from "../../lib/screen-titles.ts";
import { ReportResult } from "./report-result.tsx";
import type { ReportSubject } from "./run/report-types.ts";
import { type ReportSettings, type ReportsSearch, settingsOf } from "./run/reports-search.ts";
import { SettingsCard } from "./settings/settings-card.tsx";
import { useReport } from "./run/use-report.ts";

type Projects = readonly { id: string; name: string }[];

/**
 * The reports on units and tasks. Their settings are in the address; a report is generated on demand and exported as a
 * CSV file.
 */
export function ReportsPage(props: { search: ReportsSearch; address: DialogAddress }) {
  const { search, address } = props;
  const projects = useLiveQuery(api.projects.list, {});
  const settings = settingsOf(search);
  const { run, generate, cancel } = useReport(settings, subjectOf(settings, projects));

  return (
    <Page>
      <PageHeader title={screenTitles["/reports"]} description={screenDescriptions["/reports"]} />
      <div className="grid gap-4">
        <SettingsCard
          settings={settings}
          projects={projects}
          run={run}
          onGenerate={generate}
          onCancel={cancel}
          onType={(type) =>
            address.change({ type: type === "unit-task-status" ? null : type, sort: null })
          }
          onProject={(project) => address.change({ project, units: null })}
          onUnits={(ids) => address.change({ units: ids?.join(",") ?? null })}
        />
        <ReportResult
          run={run}
          order={search.sort ?? null}
          onOrder={(sort) => address.change({ sort })}
        />
      </div>
    </Page>
  );
}

function subjectOf({ projectId, unitIds }: ReportSettings, projects: Projects = []): ReportSubject {
  const project = projects.find(({ id }) => id === projectId)?.name ?? "Project";
  const place = projectId === null ? "All projects" : project;
  const isAll = unitIds === null || unitIds.length === 0;
  return { place, units: isAll ? "all units" : formatCount(unitIds.length, "chosen unit") };
}
