import { api } from "../../../convex/_generated/api.js";
import { useLiveStatus } from "../../hooks/reads/use-live-query.ts";

/** The rules for the email addresses of new users. */
export interface AllowedAddresses {
  /** The domain that addresses must belong to. */
  domain: string;
  /** Addresses that may be outside of the domain. */
  administrators: readonly string[];
}

/** The rules for new addresses. The first answer stays when a later read fails, so that a form does not vanish. */
export function useAllowedAddresses(): AllowedAddresses | Error | undefined {
  const settings = useLiveStatus(api.company.settings, {});
  const named = useLiveStatus(api.users.namedAdministrators, {});
  const domain = settings.answer?.companyDomain;
  const administrators = named.answer;
  if (domain === undefined || administrators === undefined) return settings.error ?? named.error;
  return { domain, administrators };
}
