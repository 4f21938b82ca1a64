import { useEffect } from "react";
import { api } from "../../../convex/_generated/api.js";
import { companyZone } from "../../lib/company-zone.ts";
import { useLiveStatus } from "./use-live-query.ts";

/**
 * Reads the company's time zone while this component is mounted. Every signed-in page needs it: changes that the server
 * has not answered find it among the answers that are read, and days that the screen counts in `companyZone`.
 */
export function useCompanyZoneRead(): void {
  const { answer } = useLiveStatus(api.company.settings, {});
  const zone = answer?.timeZone;
  useEffect(() => {
    if (zone !== undefined && zone !== companyZone.snapshot()) companyZone.set(zone);
  }, [zone]);
}
