/** The kinds of failed sign-ins that end without a session; /?signin= has the kind. */
export const SIGN_IN_FAILURES = ["refused", "unverified", "linked", "uninvited", "failed"] as const;

export type SignInFailure = (typeof SIGN_IN_FAILURES)[number];
