import { isEmailAddress } from "../email-address.ts";

/** Someone who can sign in at the demo provider. */
export type DemoPerson = { email: string; firstName: string; lastName: string; note: string };

/** The people its page offers: one of each role in the company, and someone who is not of the company at all. */
export function samplePeople(companyDomain: string): DemoPerson[] {
  // Whatever the company's domain is, an address below ".example" is never part of it.
  const elsewhere = "visitor.example";
  return [
    {
      email: `admin@${companyDomain}`,
      firstName: "Avery",
      lastName: "Collins",
      note: "Account administrator",
    },
    {
      email: `manager@${companyDomain}`,
      firstName: "Morgan",
      lastName: "Reyes",
      note: "Project manager",
    },
    {
      email: `supervisor@${companyDomain}`,
      firstName: "Sam",
      lastName: "Okafor",
      note: "Project supervisor",
    },
    {
      email: `outsider@${elsewhere}`,
      firstName: "Olive",
      lastName: "Larsen",
      note: "Not of the company: sign-in is refused",
    },
  ];
}

/** The person behind any address: one of the sample people, or somebody named after it. Null for what is no address. */
export function personOf(address: string, people: readonly DemoPerson[]): DemoPerson | null {
  if (!isEmailAddress(address.trim())) return null;
  const email = address.trim().toLowerCase();
  const known = people.find((person) => person.email === email);
  if (known !== undefined) return known;
  const words = (email.split("@")[0] ?? "").split(/[._+-]+/).filter(Boolean);
  const [firstName = email, ...rest] = words.map(capitalize);
  return { email, firstName, lastName: rest.join(" "), note: "" };
}

/** First and last name as one text. */
export function fullName(person: DemoPerson): string {
  return `${person.firstName} ${person.lastName}`.trim();
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
