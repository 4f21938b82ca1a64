import { scaleBand, scaleLinear, scaleOrdinal } from "@visx/scale";
import { BarStackHorizontal } from "@visx/shape";

/** One part of the bar: its name, its share in percent and its colour. */
type BarShare = { key: string; label: string; percent: number; fill: string };

const width = 100;
const height = 10;
const row = "all";

/** One bar of 100 percent, divided into shares. */
export function ShareBar({ shares }: { shares: readonly BarShare[] }) {
  const keys = shares.map(({ key }) => key);
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
        keys={keys}
        height={height}
        y={() => row}
        xScale={scaleLinear({ domain: [0, 100], range: [0, width] })}
        yScale={scaleBand({ domain: [row], range: [0, height] })}
        color={scaleOrdinal({
          domain: keys,
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
