/** The identity provider in the configuration of the tested functions. */
export const issuer = "https://id.test/tenant";
export const clientId = "turnboard";
export const clientSecret = "client secret with + and %";
