/** The failure of a sign-in that came back without a session; /?signin= holds its kind. */
export const SIGN_IN_FAILURES = ["refused", "unverified", "linked", "uninvited", "failed"] as const;

export type SignInFailure = (typeof SIGN_IN_FAILURES)[number];
