import * as z from "zod";
import { pageInput } from "./pages.ts";

/** The input of a page of the caller's own acts. */
export const recentActsInput = z.object({
  ...pageInput,
  /** The end of a page that was read before, so that acts added since stay on that page. */
  through: pageInput.cursor,
});

export type RecentActsInput = z.output<typeof recentActsInput>;
