import * as z from "zod";
import { requiredText } from "./fields.ts";

const pageMessage = "Page must be the path of a page of the app, such as /board";
const queryMessage = "Query must be the part of an address behind the ?, without # or line breaks";

/**
 * A path of segments with letters, digits, - and _. It cannot lead to another site or upwards, and browsers cannot
 * interpret it in another way.
 */
const pagePath = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/;

/** These paths belong to the server. */
const serverPath = /^\/(?:api|idp)(?:\/|$)/i;

const name = requiredText("Name", 100).refine(
  (text) => !/\p{Cc}/u.test(text),
  "Name must be one line of text",
);

const page = z
  .string(pageMessage)
  .max(200, "Page must be at most 200 characters")
  .refine((path) => pagePath.test(path) && !serverPath.test(path), pageMessage);

const query = z
  .string(queryMessage)
  .max(2000, "Query must be at most 2000 characters: set fewer filters")
  .refine((text) => !/[#\p{Cc}]/u.test(text), queryMessage);

const shared = z.boolean("Shared must be true or false");

/** The input of creating a view: its name, the path of its page, and the filters as in the page's address. */
export const createViewInput = z.object({ name, page, query, shared: shared.optional() });

export type CreateViewInput = z.output<typeof createViewInput>;

/** The input of changing a view; it stays on its page. */
export const updateViewInput = z.object({
  name: name.optional(),
  query: query.optional(),
  shared: shared.optional(),
});

export type UpdateViewInput = z.output<typeof updateViewInput>;

/** The search parameter of the list of views: a page, which may have no views. */
export const listViewsInput = z.object({ page: z.string().optional() });
