import * as z from "zod";
import { pageInput } from "./pages.ts";

/** A page of one's own changes. */
export const recentActsInput = z.object({
  ...pageInput,
  /** The end of a page that was read before: what is new on it stays on it. */
  through: pageInput.cursor,
});

export type RecentActsInput = z.output<typeof recentActsInput>;
