import { isEmailAddress, normalizeEmail } from "./emailAddress.ts";

/** Email addresses that a deployment names as administrators, as they are stored; what is no address is nobody. */
export function adminEmails(): string[] {
  return (process.env.ADMIN_EMAILS ?? "")
    .split(/[\s,;]+/)
    .filter(isEmailAddress)
    .map(normalizeEmail);
}

/** True when a deployment names administrators at all, misspelt ones included: those must not make the first comer one. */
export function namesAdministrators(): boolean {
  return (process.env.ADMIN_EMAILS ?? "").trim() !== "";
}

/** True when an email address belongs to a domain: the part after the "@" is the domain or one below it. */
export function isAddressOf(email: string, domain: string): boolean {
  return isEmailAddress(email) && endsInDomain(email, domain);
}

/** The same of what people type, which may have other faults that they are told instead. */
export function endsInDomain(text: string, domain: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || domain === "") return false;
  const [host, wanted] = [text.slice(at + 1).toLowerCase(), domain.toLowerCase()];
  return host === wanted || host.endsWith(`.${wanted}`);
}
