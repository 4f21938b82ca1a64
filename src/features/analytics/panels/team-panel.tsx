import { CircleCheck, TriangleAlert } from "lucide-react";

import { Avatar } from "../../../components/ui/avatar.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { formatPercent } from "../../../lib/format.ts";
import type { Figures, Measurable, ReportProps } from "../figures/analytics-types.ts";
import { formatDecimal, roleWords } from "../figures/figure-texts.ts";
import { FigureTip } from "../figures/figure-tip.tsx";
import { FigureValue } from "../figures/figure-value.tsx";
import { NoDataNote } from "../figures/no-data-note.tsx";
import { Panel } from "./panel.tsx";

type Member = Figures["teamMembers"][number];

const shownMembers = 2;

/** The people who worked most on the project, and the figures of the whole team. */
export function TeamPanel({ report }: ReportProps) {
  const members = report?.figures.teamMembers.slice(0, shownMembers);
  return (
    <Panel title="Team Performance">
      {members === undefined ? (
        <div aria-busy="true" className="space-y-3">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      ) : members.length === 0 ? (
        <p className="py-6 text-center text-ink-muted">No team members assigned</p>
      ) : (
        <ul className="space-y-3">
          {members.map((member, place) => (
            <MemberRow key={member.id} member={member} isFirst={place === 0} />
          ))}
        </ul>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-4 border-t border-line pt-4">
        <TeamFigure
          label="Productivity"
          report={report}
          of="productivity"
          value={report && formatPercent(report.figures.productivity)}
        />
        <TeamFigure
          label="Safety Score"
          report={report}
          of="safetyScore"
          value={report && formatDecimal(report.figures.safetyScore)}
          unit="/ 5.0"
        />
      </dl>
    </Panel>
  );
}

function MemberRow({ member, isFirst }: { member: Member; isFirst: boolean }) {
  const name = `${member.firstName} ${member.lastName}`;
  return (
    <li className="flex items-center gap-3">
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-sm text-ink-muted">
          {[roleWords(member.role), ...(member.trade === null ? [] : [member.trade])].join(" · ")}
        </p>
      </div>
      {isFirst ? (
        <CircleCheck role="img" aria-label="On track" className="size-5 shrink-0 text-success" />
      ) : (
        <TriangleAlert
          role="img"
          aria-label="Needs attention"
          className="size-5 shrink-0 text-warning-text"
        />
      )}
    </li>
  );
}

type TeamFigureProps = ReportProps & {
  label: string;
  of: Measurable;
  value: string | undefined;
  unit?: string;
};

function TeamFigure({ label, report, of, value, unit }: TeamFigureProps) {
  return (
    <div>
      <dt className="flex items-start justify-between gap-2 text-sm text-ink-muted">
        {label}
        <FigureTip report={report} label={label} of={of} />
      </dt>
      <dd>
        {value === undefined ? (
          <Skeleton className="h-6.5 w-14" />
        ) : (
          <span className="text-xl font-semibold">
            <FigureValue report={report} of={of} value={value} unit={unit} />
          </span>
        )}
        <NoDataNote report={report} of={of} />
      </dd>
    </div>
  );
}
