import type { JWTPayload } from "jose";
import type { Json } from "../../values/json.ts";
import type { Identity } from "../../wire/caller.ts";

const fieldByClaim: Readonly<Record<string, string>> = {
  name: "name",
  given_name: "givenName",
  family_name: "familyName",
  nickname: "nickname",
  preferred_username: "preferredUsername",
  profile: "profileUrl",
  picture: "pictureUrl",
  website: "websiteUrl",
  email: "email",
  email_verified: "emailVerified",
  gender: "gender",
  birthdate: "birthday",
  zoneinfo: "timezone",
  locale: "language",
  phone_number: "phoneNumber",
  phone_number_verified: "phoneNumberVerified",
  updated_at: "updatedAt",
};

// Claims that differ in every token of one sign-in. An identity with them would never equal the one before.
const passingClaims = new Set(["iss", "sub", "aud", "exp", "iat", "nbf", "jti", "fva"]);

/** The identity of a verified token. Two tokens of one person have equal identities unless a lasting claim differs. */
export function claimsToIdentity(claims: JWTPayload): Identity {
  const { iss: issuer, sub: subject } = claims;
  if (typeof issuer !== "string" || typeof subject !== "string" || subject === "") {
    throw new Error("The token names no issuer or no subject.");
  }
  const identity: Identity = { tokenIdentifier: `${issuer}|${subject}`, issuer, subject };
  for (const [claim, value] of Object.entries(claims).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (passingClaims.has(claim) || value === undefined) continue;
    const field = fieldByClaim[claim] ?? claim;
    if (Object.hasOwn(identity, field)) continue;
    identity[field] = claim === "address" ? addressText(value as Json) : (value as Json);
  }
  return identity;
}

function addressText(address: Json): Json {
  if (typeof address !== "object" || address === null || Array.isArray(address)) return address;
  return address["formatted"] ?? null;
}
