import * as z from "zod";
import { endsInDomain } from "../../lib/companyAddress.ts";
import { isEmailAddress, longestEmail, normalizeEmail } from "../../lib/emailAddress.ts";
import { userRoles } from "../labels.ts";
import { oneOf, requiredText } from "./fields.ts";

/** The role that the Add User form proposes; the default role of a user added without one is project manager. */
export const proposedRole = "project_supervisor";

/** The message for adding a user without a required field, as title and description. */
export const missingFields = {
  title: "Validation Error",
  description: "Please fill in all required fields",
};

/** The message for an email address outside the company domain, as title and description. */
export function foreignAddress(domain: string) {
  return { title: "Invalid Email", description: `Email must be from the ${domain} domain` };
}

/**
 * The input of adding a user. The email address must belong to the domain or be a named administrator's; it is stored
 * in lower case.
 */
export function createUserInput(domain: string, administrators: readonly string[]) {
  return z.object({
    // An address is checked as it was sent: without its invisible characters it would be another person's.
    email: z
      .string("Email is required")
      .trim()
      .min(1, "Email is required")
      .max(longestEmail, `Email must be at most ${longestEmail} characters`)
      .refine(
        (email) => endsInDomain(email, domain) || administrators.includes(normalizeEmail(email)),
        {
          message: foreignAddress(domain).description,
          abort: true,
        },
      )
      .refine(isEmailAddress, "Email must be a valid address")
      .transform(normalizeEmail),
    firstName: requiredText("First name", 255),
    lastName: requiredText("Last name", 255),
    role: oneOf("Role", userRoles).default("project_manager"),
  });
}

export type CreateUserInput = z.output<ReturnType<typeof createUserInput>>;

/** The input of changing a user's role. */
export const changeRoleInput = z.object({ role: oneOf("Role", userRoles) });
