import { openQuery } from "./functions.ts";
import { companySettings, vCompanySettings } from "./model/context/company.ts";

/** The facts about this deployment that a visitor needs, signed in or not. */
export const settings = openQuery({
  args: {},
  returns: vCompanySettings,
  handler: () => companySettings(),
});
