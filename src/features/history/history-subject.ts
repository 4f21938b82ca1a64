import type { FunctionReference } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import type { HistoryEvent } from "../../lib/history/history-event.ts";
import type { HistoryFilter } from "../../lib/history/history-search.ts";

/** The record that a history belongs to. */
export type HistorySubject = { unitId: string } | { projectId: string };

type Question = HistoryFilter & { unitId?: string; projectId?: string };

type HistoryQuery = FunctionReference<
  "query",
  "public",
  Question,
  { page: HistoryEvent[]; continueCursor: string | null }
>;

/** The query for a subject's history, and its arguments. */
export function questionOf(
  subject: HistorySubject,
  filter: HistoryFilter,
): { query: HistoryQuery; question: Question } {
  const query: HistoryQuery = "unitId" in subject ? api.history.ofUnit : api.history.ofProject;
  return { query, question: { ...subject, ...filter } };
}
