import * as z from "zod";
import { isEmailAddress, longestEmail } from "../../lib/emailAddress.ts";
import { tidied } from "../../lib/texts.ts";
import { memberRoles } from "../labels.ts";
import { oneOf, optionalText, requiredText } from "./fields.ts";

const emailMessage = "Valid email is required";

const firstName = requiredText("First name", 255);
const lastName = requiredText("Last name", 255);
const email = z
  .string(emailMessage)
  .trim()
  .max(longestEmail, "Email must be at most 255 characters")
  .pipe(z.string().refine(isEmailAddress, emailMessage));
const role = oneOf("Role", memberRoles);

/** The input of adding a person to the pool. */
export const createMemberInput = z.object({
  firstName,
  lastName,
  email,
  role,
  trade: optionalText("Trade", 255).optional(),
  phone: optionalText("Phone", 20).optional(),
  isActive: z.boolean("Active must be true or false").optional(),
});

export type CreateMemberInput = z.output<typeof createMemberInput>;

/** The input of updating a pool member. */
export const updateMemberInput = createMemberInput.partial();

export type UpdateMemberInput = z.output<typeof updateMemberInput>;

/** The form of the dialogs of a pool member: the rules of the input for its fields; unknown values are empty texts. */
export const memberForm = z.object({
  firstName,
  lastName,
  email,
  role,
  trade: z.string().overwrite(tidied).max(255, "Trade must be at most 255 characters"),
  phone: z.string().overwrite(tidied).max(20, "Phone must be at most 20 characters"),
  isActive: z.boolean(),
});
