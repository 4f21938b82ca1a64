import { isEmailAddress, normalizeEmail } from "./emailAddress.ts";

/**
 * The email addresses that ADMIN_EMAILS names, in their stored form; entries that are no email addresses are left out.
 */
export function adminEmails(): string[] {
  return (process.env.ADMIN_EMAILS ?? "")
    .split(/[\s,;]+/)
    .filter(isEmailAddress)
    .map(normalizeEmail);
}

/**
 * True when ADMIN_EMAILS has any entry, even a misspelled one: then the first user to sign in must not become
 * administrator.
 */
export function namesAdministrators(): boolean {
  return (process.env.ADMIN_EMAILS ?? "").trim() !== "";
}

/** True when an email address belongs to a domain: the part after the "@" is the domain or a subdomain. */
export function isAddressOf(email: string, domain: string): boolean {
  return isEmailAddress(email) && endsInDomain(email, domain);
}

/** Like `isAddressOf`, for a text that may still be an invalid email address: a form reports that fault separately. */
export function endsInDomain(text: string, domain: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || domain === "") return false;
  const [host, wanted] = [text.slice(at + 1).toLowerCase(), domain.toLowerCase()];
  return host === wanted || host.endsWith(`.${wanted}`);
}
