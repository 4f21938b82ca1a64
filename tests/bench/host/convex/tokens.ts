import { actionGeneric as action } from "convex/server";
import { v } from "convex/values";
import { importPKCS8, SignJWT } from "jose";

/** Signs the token of a person, as an app's own sign-in would. */
export const sign = action({
  args: { subject: v.string() },
  returns: v.string(),
  handler: async (_ctx, { subject }) => {
    const key = await importPKCS8(process.env["JWT_PRIVATE_KEY"] ?? "", "EdDSA");
    return await new SignJWT({})
      .setProtectedHeader({ alg: "EdDSA" })
      .setIssuer(process.env["CONVEX_SITE_URL"] ?? "")
      .setAudience("convex")
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(key);
  },
});
