/** The identity provider as the functions under test know it. */
export const issuer = "https://id.test/tenant";
export const clientId = "turnboard";
export const clientSecret = "client secret with + and %";
