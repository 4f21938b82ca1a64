import { useQuery as useQueryWithStatus } from "convex-helpers/react";

import { api } from "../../../convex/_generated/api.js";
import { productName } from "../../../convex/rules/labels.ts";

const PLACEHOLDER_LOGO = "/customer-logo.svg";

/** The customer-facing header of the signed-out pages. It has no actions. */
export function CustomerHeader() {
  const { data: settings } = useQueryWithStatus(api.company.settings, {});
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-5xl items-center gap-3 px-4 md:px-8">
        <img
          src={settings?.logoUrl ?? PLACEHOLDER_LOGO}
          alt={settings ? `Logo of ${settings.companyDomain}` : "Customer logo"}
          className="h-8 w-auto max-w-36 object-contain"
        />
        <p className="text-base font-semibold">Customer Portal</p>
        <p className="ml-auto text-sm text-ink-muted">Powered by {productName}</p>
      </div>
    </header>
  );
}
