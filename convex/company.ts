import { openQuery } from "./functions.ts";
import { companySettings, vCompanySettings } from "./model/context/company.ts";

/** The settings of this deployment that every visitor may read, signed in or not. */
export const settings = openQuery({
  args: {},
  returns: vCompanySettings,
  handler: () => companySettings(),
});
