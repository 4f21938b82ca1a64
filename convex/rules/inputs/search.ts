import * as z from "zod";

const limitMessage = "Limit must be a whole number from 1 to 50";
const textMessage = "Search for a text of at most 200 characters";

/** The input of a search: the text, and the maximum number of hits (20 by default). */
export const searchInput = z.object({
  q: z.string(textMessage).max(200, textMessage).default(""),
  limit: z.int(limitMessage).min(1, limitMessage).max(50, limitMessage).default(20),
});

export type SearchInput = z.output<typeof searchInput>;

/** The input of a search as search parameters, which are texts. */
export const searchParameters = {
  limit: z
    .string()
    .regex(/^\d{1,2}$/, limitMessage)
    .transform(Number)
    .optional(),
};
