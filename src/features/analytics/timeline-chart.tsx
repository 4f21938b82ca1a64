import { scaleBand, scaleLinear, scaleOrdinal } from "@visx/scale";
import { BarStackHorizontal } from "@visx/shape";

import { type Share, shareKeys } from "./schedule-shares.ts";

type TimelineChartProps = { shares: readonly Share[] };

const width = 100;
const height = 10;
const row = "tasks";

/** One bar of 100 percent, divided by how tasks stand against their due days. */
export function TimelineChart({ shares }: TimelineChartProps) {
  const percentByKey = Object.fromEntries(shares.map(({ key, percent }) => [key, percent]));
  return (
    <svg
      role="img"
      aria-label={shares.map(({ label, percent }) => `${label} ${String(percent)}%`).join(", ")}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      preserveAspectRatio="none"
      className="h-9 w-full rounded-md bg-hover"
    >
      <BarStackHorizontal
        data={[percentByKey]}
        keys={[...shareKeys]}
        height={height}
        y={() => row}
        xScale={scaleLinear({ domain: [0, 100], range: [0, width] })}
        yScale={scaleBand({ domain: [row], range: [0, height] })}
        color={scaleOrdinal({
          domain: [...shareKeys],
          range: shares.map(({ fill }) => fill),
        })}
      >
        {(stacks) =>
          stacks.flatMap(({ key, bars }) =>
            bars
              .filter((bar) => bar.width > 0)
              .map((bar) => (
                <rect
                  key={key}
                  data-key={key}
                  x={bar.x}
                  width={bar.width}
                  height={height}
                  fill={bar.color}
                  className="stroke-surface"
                  strokeWidth={2}
                  vectorEffect="non-scaling-stroke"
                />
              )),
          )
        }
      </BarStackHorizontal>
    </svg>
  );
}
