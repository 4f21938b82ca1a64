import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api.js";

/** The figures of a project, with the data for their explanations. */
export type AnalyticsReport = FunctionReturnType<typeof api.analytics.report>;

export type Figures = AnalyticsReport["figures"];

/** A figure that can be without any data. */
export type Measurable = AnalyticsReport["unmeasured"][number];

/** The properties of each part of the page. The report is undefined until the first answer arrives. */
export type ReportProps = { report: AnalyticsReport | undefined };
