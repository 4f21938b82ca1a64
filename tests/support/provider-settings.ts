import { clientId, clientSecret, issuer } from "./provider-client.ts";

// The functions read these settings as they are loaded, which is once for all files of a process.
process.env["OIDC_ISSUER"] = issuer;
process.env["OIDC_CLIENT_ID"] = clientId;
process.env["OIDC_CLIENT_SECRET"] = clientSecret;
