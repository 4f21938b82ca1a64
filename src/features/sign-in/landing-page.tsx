import { useNavigate } from "@tanstack/react-router";
import { useQuery as useQueryWithStatus } from "convex-helpers/react";
import { LifeBuoy, LogIn } from "lucide-react";

import { api } from "../../../convex/_generated/api.js";
import { productName } from "../../../convex/rules/labels.ts";
import { Button } from "../../components/ui/button.tsx";
import { CustomerHeader } from "./customer-header.tsx";
import { ProductMark } from "../../components/layout/product-mark.tsx";
import { SamplePeople } from "./sample-people.tsx";
import type { SignInFailure } from "./sign-in-failure.ts";
import { SignInNotice } from "./sign-in-notice.tsx";

/** The page of a signed-out visitor: the name of the product, and the button that signs in. */
export function LandingPage({ failure }: { failure?: SignInFailure | undefined }) {
  // Signing in does not need the settings, so the page does not wait for them.
  const { data: settings } = useQueryWithStatus(api.company.settings, {});
  const navigate = useNavigate();
  return (
    <div className="flex min-h-(--full) flex-col">
      <title>{productName}</title>
      <CustomerHeader />
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col items-center px-5 pt-[min(14vh,7rem)] pb-12 text-center">
        <ProductMark className="mb-6 size-12" />
        <h1 tabIndex={-1} className="text-2xl font-semibold">
          Welcome to {productName}
        </h1>
        <p className="mt-2 text-base text-balance text-ink-muted">
          Your comprehensive project management workspace for vacant unit construction
        </p>
        <div className="mt-7 flex w-full flex-col gap-3">
          {failure && <SignInNotice failure={failure} />}
          {/* A sign-in is a navigation of the whole page and no fetch request. */}
          <Button className="h-10" onClick={() => window.location.assign("/api/login")}>
            <LogIn aria-hidden />
            Sign In
          </Button>
          <Button
            variant="ghost"
            className="h-10"
            onClick={() => void navigate({ to: "/auth-troubleshoot" })}
          >
            <LifeBuoy aria-hidden />
            Troubleshoot Login Issues
          </Button>
        </div>
        {settings?.demoSignIn === true && (
          <div className="mt-8 w-full animate-appear">
            <SamplePeople companyDomain={settings.companyDomain} />
          </div>
        )}
      </main>
    </div>
  );
}
