/** What the functions under test know of the identity provider. */
export const issuer = "https://id.test/tenant";
export const clientId = "turnboard";
export const clientSecret = "client secret with + and %";
