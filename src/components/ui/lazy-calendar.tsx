import { lazyPart } from "./lazy-part.tsx";

/** The calendar of a date field. Its code loads with the parts of an open unit, or when the first date is opened. */
export const LazyCalendar = lazyPart(() => import("./calendar-panel.tsx"), {
  waiting: <div className="h-80 w-64 touch:w-[19.5rem]" />,
});
