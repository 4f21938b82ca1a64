/** E-mail addresses that a deployment names as administrators; lower case. */
export function adminEmails(): string[] {
  return (process.env.ADMIN_EMAILS ?? "")
    .split(/[\s,;]+/)
    .filter((email) => email !== "")
    .map(normalizeEmail);
}

/** The form in which addresses are stored and compared: letter case never tells two accounts apart. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * True when an e-mail address belongs to a domain: the part after the last "@" is the domain or one below it, whatever
 * the letter case.
 */
export function isAddressOf(email: string, domain: string): boolean {
  const at = email.lastIndexOf("@");
  if (at < 1 || domain === "") return false;
  const host = email.slice(at + 1).toLowerCase();
  const wanted = domain.toLowerCase();
  return host === wanted || host.endsWith(`.${wanted}`);
}
