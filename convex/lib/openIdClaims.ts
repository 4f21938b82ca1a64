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

/** A person as the identity provider describes them. */
export type Person = {
  email: string;
  emailVerified: boolean;
  firstName?: string;
  lastName?: string;
  profileImageUrl?: string;
};

// Generous for a name and for an address; what is longer is no name.
const longestName = 100;
const longestUrl = 2000;

/** The person a provider's claims describe. */
export function claimsToPerson(claims: OpenIdClaims): Person {
  const words = (claims.name ?? "").split(/\s+/).filter(Boolean);
  const firstName = nameOrNothing(claims.given_name ?? words.slice(0, -1).join(" ")) ?? words[0];
  const lastName = nameOrNothing(
    claims.family_name ?? (words.length > 1 ? (words.at(-1) ?? "") : ""),
  );
  const picture = claims.picture ?? "";
  const person: Person = {
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

/**
 * Some providers name the e-mail address only at their userinfo address and not in the ID token: the claims, completed
 * from there where the address is missing.
 */
export async function completeClaims(
  claims: OpenIdClaims,
  { issuer, accessToken }: { issuer: string; accessToken: string | undefined },
): Promise<OpenIdClaims> {
  if (claims.email !== undefined || accessToken === undefined) return claims;
  const discovery = await fetchJson(
    `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
  );
  if (typeof discovery.userinfo_endpoint !== "string") return claims;
  const userinfo: OpenIdClaims = await fetchJson(discovery.userinfo_endpoint, {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  // OpenID Connect Core 5.3.2: an answer about another subject must not be used.
  return userinfo.sub === claims.sub ? { ...userinfo, ...claims } : claims;
}

async function fetchJson(url: string, init?: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}

function nameOrNothing(name: string): string | undefined {
  return name.trim().slice(0, longestName) || undefined;
}
