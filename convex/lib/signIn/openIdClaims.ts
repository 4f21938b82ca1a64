import { beginningOf, tidied } from "../texts.ts";

/** The claims of a sign-in that we use, as providers send them. */
export type OpenIdClaims = {
  iss?: string | undefined;
  sub?: string | undefined;
  email?: string | undefined;
  email_verified?: boolean | string | undefined;
  name?: string | undefined;
  given_name?: string | undefined;
  family_name?: string | undefined;
  picture?: string | undefined;
};

/** The address that ends the session at the provider, and the ID token that tells the provider which session. */
export type ProviderSession = { endAddress: string; idToken?: string };

/** A person as the identity provider describes them. */
export type Person = {
  /** The issuer that vouches for the person. A user is linked to one subject of an issuer. */
  issuer: string;
  email: string;
  emailVerified: boolean;
  firstName?: string;
  lastName?: string;
  profileImageUrl?: string;
  /** Missing when the provider offers no address that ends its session. */
  providerSession?: ProviderSession;
};

// Longer names are cut, and longer picture addresses are left out.
const longestName = 100;
const longestUrl = 2000;

/** The person that claims of an issuer describe. */
export function claimsToPerson(claims: OpenIdClaims, issuer: string): Person {
  const words = (claims.name ?? "").split(/\s+/).filter(Boolean);
  const firstName =
    nameOrNothing(claims.given_name ?? words.slice(0, -1).join(" ")) ??
    nameOrNothing(words[0] ?? "");
  const lastName = nameOrNothing(
    claims.family_name ?? (words.length > 1 ? (words.at(-1) ?? "") : ""),
  );
  const picture = claims.picture ?? "";
  const person: Person = {
    issuer,
    email: claims.email ?? "",
    // Some providers send the claim as text.
    emailVerified: claims.email_verified === true || claims.email_verified === "true",
  };
  if (firstName !== undefined) person.firstName = firstName;
  if (lastName !== undefined) person.lastName = lastName;
  if (/^https?:\/\//i.test(picture) && picture.length <= longestUrl)
    person.profileImageUrl = picture;
  return person;
}

function nameOrNothing(name: string): string | undefined {
  return beginningOf(tidied(name), longestName) || undefined;
}
