import { siteOrigin } from "../../lib/siteOrigin.ts";

/** The reasons that the landing page explains: of a sign-in without a session, or of a session that a sign-out left. */
export type LandingReason = SignInFailure | "unended";

export type SignInFailure = "refused" | "unverified" | "linked" | "uninvited" | "failed";

/** The address of the landing page with the reason (`/?signin=...`), for which it has a sentence. */
export function landingPage(reason: LandingReason): string {
  return `${siteOrigin()}/?signin=${reason}`;
}
