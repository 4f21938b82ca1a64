import * as z from "zod";
import { tidied } from "../../lib/texts.ts";
import { optionalText, requiredText, unsignedZero } from "./fields.ts";

/** The maximum estimated hours of a task. */
const maxHours = 999.99;

const hoursMessage = `Estimated hours must be a number from 0 to ${maxHours}`;
const name = requiredText("Task name", 255);
const description = optionalText("Description", 10_000);
const category = optionalText("Category", 100);

const estimatedHours = z
  .number(hoursMessage)
  .nullable()
  .transform((hours) => (hours === null ? null : unsignedZero(Math.round(hours * 100) / 100)))
  .refine((hours) => hours === null || (hours >= 0 && hours <= maxHours), hoursMessage);

/** The input of adding a task template. */
export const createTemplateInput = z.object({
  name,
  description: description.optional(),
  category: category.optional(),
  estimatedHours: estimatedHours.optional(),
});

export type CreateTemplateInput = z.output<typeof createTemplateInput>;

/** The input of updating a task template. */
export const updateTemplateInput = createTemplateInput.partial();

export type UpdateTemplateInput = z.output<typeof updateTemplateInput>;

/** The hours in a field's text; null when it is empty, NaN when it is not a number. */
export function parseHours(text: string): number | null {
  const trimmed = text.trim().replace(",", ".");
  if (trimmed === "") return null;
  return /^\d+(\.\d*)?$|^\.\d+$/.test(trimmed) ? Number(trimmed) : NaN;
}

/** The form of the dialogs of a task template: the rules of the input for its fields, with the hours as text. */
export const templateForm = z.object({
  name,
  description: z
    .string()
    .overwrite(tidied)
    .max(10_000, "Description must be at most 10000 characters"),
  category: z.string().overwrite(tidied).max(100, "Category must be at most 100 characters"),
  estimatedHours: z
    .string()
    .refine((text) => estimatedHours.safeParse(parseHours(text)).success, hoursMessage),
});
