/** Why a sign-in came back without a session; /?signin= holds the kind. */
export const SIGN_IN_FAILURES = ["refused", "unverified", "linked", "uninvited", "failed"] as const;

export type SignInFailure = (typeof SIGN_IN_FAILURES)[number];
