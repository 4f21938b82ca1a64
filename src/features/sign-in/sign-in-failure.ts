/** The kinds of failed sign-ins, and of a sign-out that has not ended its session; /?signin= has the kind. */
export const SIGN_IN_FAILURES = [
  "refused",
  "unverified",
  "linked",
  "uninvited",
  "failed",
  "unended",
] as const;

export type SignInFailure = (typeof SIGN_IN_FAILURES)[number];
