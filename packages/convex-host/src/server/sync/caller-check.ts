import type { CheckedToken } from "../auth/verify-token.ts";
import { isNestedDeeper } from "../../values/bounded-json.ts";
import type { JsonObject } from "../../values/json.ts";
import { valueLimits } from "../../values/value-limits.ts";
import type { Identity } from "../../wire/caller.ts";

/** The caller of a checked token, the end of the token, and whether internal functions are open to the caller. */
export type Caller = {
  identity: Identity | null;
  expiresAtMs: number | null;
  isAdmin: boolean;
  /** The account behind the identity, when tokens name it. */
  account?: string;
};

/** An anonymous caller. */
export const anonymous: Caller = { identity: null, expiresAtMs: null, isAdmin: false };

/** The holder of the admin key, who acts as no person. */
export const keyHolder: Caller = { identity: null, expiresAtMs: null, isAdmin: true };

/**
 * The name by which a caller is counted and has turns. All sign-ins of one account have the same. Null for an anonymous
 * caller.
 */
export function nameOfCaller({ identity, isAdmin, account }: Caller): string | null {
  return isAdmin ? "the admin key" : (account ?? identity?.tokenIdentifier ?? null);
}

export type CallerResult = { ok: true; caller: Caller } | { ok: false; error: string };

/** An admin key as it came in, and the identity as which its holder wants to act. */
export type AdminClaim = {
  key: string;
  isLocal: boolean;
  /** The address of the sender. */
  address: string | null;
  impersonating: JsonObject | null;
};

/** Checks tokens and admin keys. Never rejects. */
export interface CallerCheck {
  user(token: string): Promise<CallerResult>;
  /** Accepts the key from this machine only, unless the operator said otherwise. */
  admin(claim: AdminClaim): Promise<CallerResult>;
  /** False once another admin key was made in place of an accepted one. */
  isLastKey(key: string): Promise<boolean>;
}

/** Puts together the check of user tokens and of the admin key. */
export function createCallerCheck(options: {
  verify: (token: string) => Promise<CheckedToken>;
  isAdminKey: (key: string) => Promise<boolean>;
  adminAccess: "local" | "anywhere";
  /** The claim of tokens that names the account; without one each subject is an account. */
  accountClaim: string | null;
  /** Called with each use of an admin key and its result. */
  onClaim: (claim: AdminClaim, result: CallerResult) => void;
}): CallerCheck {
  const { onClaim } = options;
  const admin = checkAdmin(options);
  return {
    async user(token) {
      const checked = await options.verify(token);
      if (!checked.ok) return checked;
      const { identity, expiresAtMs } = checked;
      // An identity is compared and passed on with every call of its caller, so its depth is bounded.
      if (isNestedDeeper(identity, claimLevels)) return { ok: false, error: claimsTooDeep };
      const account = accountOf(identity, options.accountClaim);
      return { ok: true, caller: { identity, expiresAtMs, isAdmin: false, ...account } };
    },
    async admin(claim) {
      const result = await admin(claim);
      onClaim(claim, result);
      return result;
    },
    isLastKey: (key) => options.isAdminKey(key),
  };
}

function accountOf(identity: Identity, claim: string | null): Pick<Caller, "account"> {
  const named = claim === null ? undefined : identity[claim];
  if (typeof named !== "string" || named === "") return {};
  return { account: accountNamed(identity.issuer, named) };
}

/**
 * The name of an account. It has the issuer in it, because an issuer speaks of its own accounts alone. No identity has
 * such a name, because issuers are addresses.
 */
export function accountNamed(issuer: string, named: string): string {
  return `account ${issuer}|${named}`;
}

const claimLevels = valueLimits.documentNesting;
const claimsTooDeep = `The token's claims are nested more than ${claimLevels} levels deep.`;

function checkAdmin(options: {
  isAdminKey: (key: string) => Promise<boolean>;
  adminAccess: "local" | "anywhere";
}): CallerCheck["admin"] {
  return async ({ key, isLocal, impersonating }) => {
    if (!isLocal && options.adminAccess === "local") return { ok: false, error: notFromHere };
    if (!(await options.isAdminKey(key)))
      return { ok: false, error: "The admin key is not valid." };
    const identity = impersonating === null ? null : actedIdentity(impersonating);
    if (identity === undefined)
      return { ok: false, error: "Acting as somebody needs their issuer and subject." };
    return { ok: true, caller: { identity, expiresAtMs: null, isAdmin: true } };
  };
}

const notFromHere =
  "The admin key is accepted from the machine that the host runs on. Use it there or through an SSH tunnel, or start " +
  "the host with ADMIN_ACCESS=anywhere.";

function actedIdentity(claimed: JsonObject): Identity | undefined {
  const { issuer, subject, tokenIdentifier } = claimed;
  if (typeof issuer !== "string" || typeof subject !== "string") return undefined;
  const known = typeof tokenIdentifier === "string" ? tokenIdentifier : `${issuer}|${subject}`;
  return { ...claimed, issuer, subject, tokenIdentifier: known };
}
