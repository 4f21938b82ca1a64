import type { AuthConfig } from "convex/server";

/** The live door accepts the tokens that this deployment signs itself (GET /api/auth/token), and no others. */
export default {
  providers: [{ domain: process.env.CONVEX_SITE_URL ?? "", applicationID: "convex" }],
} satisfies AuthConfig;
