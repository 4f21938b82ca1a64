import { useQuery as useQueryWithStatus } from "convex-helpers/react";
import { api } from "../../../convex/_generated/api.js";
import { useLast } from "../../hooks/use-last.ts";

/** Whose addresses may be added. */
export interface AllowedAddresses {
  /** The domain that addresses must belong to. */
  domain: string;
  /** Addresses that may be outside of it. */
  administrators: readonly string[];
}

/** The addresses that may be added. The first answer stays when reading it again fails, so that nobody loses a form for it. */
export function useAllowedAddresses(): AllowedAddresses | Error | undefined {
  const settings = useQueryWithStatus(api.company.settings, {});
  const named = useQueryWithStatus(api.users.namedAdministrators, {});
  const domain = useLast(settings.data?.companyDomain);
  const administrators = useLast(named.data);
  if (domain === undefined || administrators === undefined) return settings.error ?? named.error;
  return { domain, administrators };
}
