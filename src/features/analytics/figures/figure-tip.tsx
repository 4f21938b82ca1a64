import { explanations } from "./explanations.ts";
import type { AnalyticsReport, Measurable, ReportProps } from "./analytics-types.ts";
import { InfoTip, tipRoom } from "./info-tip.tsx";

type FigureTipProps = ReportProps & { label: string; of: Measurable };

/** The button beside a figure that opens its formula and the numbers in it. */
export function FigureTip({ report, label, of }: FigureTipProps) {
  if (report === undefined) return <span aria-hidden className={tipRoom} />;
  return (
    <InfoTip label={`How ${label} is calculated`}>
      <Explained report={report} of={of} />
    </InfoTip>
  );
}

function Explained({ report, of }: { report: AnalyticsReport; of: Measurable }) {
  const { formula, numbers } = explanations[of](report);
  return (
    <>
      <p>{formula}</p>
      {numbers !== "" && <p className="mt-2 font-medium tabular-nums">{numbers}</p>}
    </>
  );
}
