import { lazyPart } from "./lazy-part.tsx";

/** The calendar of a date, whose code comes with the parts of an open unit, or with the first date that is opened. */
export const LazyCalendar = lazyPart(() => import("./calendar-panel.tsx"), {
  waiting: <div className="h-80 w-64 touch:w-[19.5rem]" />,
});
