import { useEffect } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useLiveStatus } from "../../hooks/reads/use-live-query.ts";
import { companyZone } from "../../lib/company-zone.ts";

/**
 * Reads the company's time zone on every signed-in page: changes that the server has not answered find it among the
 * answers that are read, and days that the screen counts in `companyZone`.
 */
export function CompanyZoneReader() {
  const { answer } = useLiveStatus(api.company.settings, {});
  const zone = answer?.timeZone;
  useEffect(() => {
    if (zone !== undefined && zone !== companyZone.snapshot()) companyZone.set(zone);
  }, [zone]);
  return null;
}
