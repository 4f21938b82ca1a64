type Named = { firstName?: string; lastName?: string; email?: string };

/** A person's full name, or the email address when no name is known. */
export function personName({ firstName = "", lastName = "", email = "" }: Named): string {
  const name = `${firstName} ${lastName}`.trim();
  return name === "" ? email : name;
}
