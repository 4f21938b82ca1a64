import * as z from "zod";
import { parseDate, utcDay } from "../../lib/dates.ts";
import { projectStatuses } from "../labels.ts";
import { date, oneOf, optionalText, requiredText } from "./fields.ts";
import { newUnits, unitsText } from "./newUnits.ts";

/** The message and the field for a target completion date before the start date. */
export const dateOrderError = {
  path: "targetCompletionDate",
  message: "Target completion date must be on or after the start date",
};

// A new object for each use, because zod modifies its parameters.
const dateOrder = () => ({ path: [dateOrderError.path], message: dateOrderError.message });

/** False when the target day is before the start day; a missing date is valid. */
export function datesInOrder(
  startDate: number | null | undefined,
  targetCompletionDate: number | null | undefined,
): boolean {
  if (typeof startDate !== "number" || typeof targetCompletionDate !== "number") return true;
  return utcDay(targetCompletionDate) >= utcDay(startDate);
}

const name = requiredText("Project name", 255);
const description = optionalText("Description", 10_000);
const startDate = date("Start date");
const targetCompletionDate = date("Target completion date");

/** The input of creating a project. */
export const createProjectInput = z
  .object({
    name,
    description: description.optional(),
    units: newUnits,
    startDate: startDate.optional(),
    targetCompletionDate: targetCompletionDate.optional(),
  })
  .refine((input) => datesInOrder(input.startDate, input.targetCompletionDate), dateOrder());

export type CreateProjectInput = z.output<typeof createProjectInput>;

/** The form of the create dialog: the rules of the input for its fields, with the units as one text. */
export const createProjectForm = z
  .object({
    name,
    description: z.string().max(10_000, "Description must be at most 10000 characters"),
    units: unitsText,
    startDate: z.string().nullable(),
    targetCompletionDate: z.string().nullable(),
  })
  .refine(
    (form) => datesInOrder(parseDate(form.startDate), parseDate(form.targetCompletionDate)),
    dateOrder(),
  );

/** The input of updating a project; the order of the dates is checked against the stored ones. */
export const updateProjectInput = z.object({
  name: name.optional(),
  description: description.optional(),
  status: oneOf("Status", projectStatuses).optional(),
  startDate: startDate.optional(),
  targetCompletionDate: targetCompletionDate.optional(),
  managerId: z.string().nullable().optional(),
  supervisorId: z.string().nullable().optional(),
});

export type UpdateProjectInput = z.output<typeof updateProjectInput>;

/** The form of the edit dialog of a project. */
export const editProjectForm = z
  .object({
    name,
    description: z.string().max(10_000, "Description must be at most 10000 characters"),
    status: oneOf("Status", projectStatuses),
    startDate: z.string().nullable(),
    targetCompletionDate: z.string().nullable(),
    managerId: z.string().nullable(),
    supervisorId: z.string().nullable(),
  })
  .refine(
    (form) => datesInOrder(parseDate(form.startDate), parseDate(form.targetCompletionDate)),
    dateOrder(),
  );

/** The input of adding a contractor to a project. */
export const createContractorInput = z.object({
  companyName: requiredText("Company name", 255),
  contactName: optionalText("Contact name", 255).optional(),
  specialty: optionalText("Specialty", 255).optional(),
  phone: optionalText("Phone", 20).optional(),
  email: optionalText("Email", 255).optional(),
  isActive: z.boolean("Active must be true or false").optional(),
});

export type CreateContractorInput = z.output<typeof createContractorInput>;

/** The input of changing a contractor. */
export const updateContractorInput = createContractorInput.partial();

export type UpdateContractorInput = z.output<typeof updateContractorInput>;
