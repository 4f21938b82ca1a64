import { Card, CardContent } from "../../../components/ui/card.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { LongSelect } from "../../../components/ui/long-select.tsx";
import { Select } from "../../../components/ui/select.tsx";
import type { ReportRun } from "../run/report-runs.ts";
import { REPORT_TYPES, type ReportSettings, type ReportType } from "../run/reports-search.ts";
import { UnitSelection } from "./unit-selection.tsx";

const TYPE_LABELS: Record<ReportType, string> = {
  "unit-task-status": "Unit Task Status Report",
  "task-details": "Task Details Report",
  "turn-status": "Turn Status Report",
};

/** The option value for all projects; no project has this id. */
const ALL_PROJECTS = "all";

interface SettingsCardProps {
  settings: ReportSettings;
  projects: readonly { id: string; name: string }[] | undefined;
  run: ReportRun;
  onGenerate: () => void;
  onCancel: () => void;
  onType: (type: ReportType) => void;
  /** Null for all projects. */
  onProject: (projectId: string | null) => void;
  /** Null for all units. */
  onUnits: (unitIds: readonly string[] | null) => void;
}

/** The settings of the next report, and the button that generates it. */
export function SettingsCard(props: SettingsCardProps) {
  const { settings, projects = [], run, onType, onProject, onUnits } = props;
  const isRunning = run.progress !== null;
  const isGone =
    settings.projectId !== null &&
    props.projects?.some(({ id }) => id === settings.projectId) === false;
  const projectOptions = projects.map(({ id, name }) => ({ value: id, label: name }));

  return (
    <Card className="print:hidden">
      <CardContent className="grid gap-4 pt-4">
        <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,18rem)_minmax(0,18rem)_1fr]">
          <Field label="Report Type">
            <Select
              value={settings.type}
              onValueChange={(type) => {
                const chosen = REPORT_TYPES.find((known) => known === type);
                if (chosen) onType(chosen);
              }}
              options={REPORT_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))}
            />
          </Field>
          <Field label="Project Filter">
            <LongSelect
              value={settings.projectId ?? ALL_PROJECTS}
              onValueChange={(id) => onProject(id === ALL_PROJECTS ? null : id)}
              placeholder={props.projects === undefined ? "" : "Unknown project"}
              options={[{ value: ALL_PROJECTS, label: "All Projects" }, ...projectOptions]}
            />
          </Field>
          <div className="flex flex-wrap gap-2 sm:col-span-2 lg:col-span-1">
            <Button loading={isRunning} disabled={isGone} onClick={props.onGenerate}>
              {isRunning ? "Generating..." : "Generate Report"}
            </Button>
            {isRunning && (
              <Button variant="ghost" className="animate-late" onClick={props.onCancel}>
                Cancel
              </Button>
            )}
          </div>
        </div>
        {isGone ? (
          <p
            role="status"
            className="flex min-h-7 items-center text-sm text-ink-muted touch:min-h-11"
          >
            This project does not exist or was deleted. Choose another one above.
          </p>
        ) : (
          <UnitSelection
            key={settings.projectId}
            projectId={settings.projectId}
            picked={settings.unitIds}
            onPick={onUnits}
          />
        )}
      </CardContent>
    </Card>
  );
}
