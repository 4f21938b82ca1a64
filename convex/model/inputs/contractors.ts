import * as z from "zod";
import { optionalText, requiredText } from "./fields.ts";

/** What adding a contractor to a project takes. */
export const createContractorInput = z.object({
  companyName: requiredText("Company name", 255),
  contactName: optionalText("Contact name", 255).optional(),
  specialty: optionalText("Specialty", 255).optional(),
  phone: optionalText("Phone", 20).optional(),
  email: optionalText("Email", 255).optional(),
  isActive: z.boolean("Active must be true or false").optional(),
});

export type CreateContractorInput = z.output<typeof createContractorInput>;

/** What changing a contractor takes. */
export const updateContractorInput = createContractorInput.partial();

export type UpdateContractorInput = z.output<typeof updateContractorInput>;
