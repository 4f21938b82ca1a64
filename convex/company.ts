import { openQuery } from "./functions.ts";
import { companySettings, vCompanySettings } from "./model/context/company.ts";

/** What a visitor needs to know of this deployment, signed in or not. */
export const settings = openQuery({
  args: {},
  returns: vCompanySettings,
  handler: () => companySettings(),
});
