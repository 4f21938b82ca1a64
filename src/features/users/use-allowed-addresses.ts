import { api } from "../../../convex/_generated/api.js";
import { useLiveStatus } from "../../hooks/reads/use-live-query.ts";

/** The email addresses of people who may be added. */
export interface AllowedAddresses {
  /** The domain that addresses must belong to. */
  domain: string;
  /** Addresses that may be outside of it. */
  administrators: readonly string[];
}

/** The addresses that may be added. The first answer stays when reading it again fails, so that nobody loses a form for it. */
export function useAllowedAddresses(): AllowedAddresses | Error | undefined {
  const settings = useLiveStatus(api.company.settings, {});
  const named = useLiveStatus(api.users.namedAdministrators, {});
  const domain = settings.answer?.companyDomain;
  const administrators = named.answer;
  if (domain === undefined || administrators === undefined) return settings.error ?? named.error;
  return { domain, administrators };
}
