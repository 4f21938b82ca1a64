import { Link } from "@tanstack/react-router";
import { ArrowLeft, RotateCcw } from "lucide-react";

import { productName } from "../../../convex/rules/labels.ts";
import { Button } from "../../components/ui/button.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "../../components/ui/card.tsx";
import { clearBrowserData } from "./clear-browser-data.ts";
import { CustomerHeader } from "./customer-header.tsx";
import { DebugCard } from "./debug-card.tsx";

const manualSteps = [
  "Clear site data: open your browser's settings for this site and remove its cookies and stored data.",
  "Disable ad blockers and privacy extensions for this site, then reload the page.",
  "Use a private window: it starts without old data and without most extensions.",
  "On Safari, disable Prevent cross-site tracking in Settings, under Privacy.",
  "Try another browser, to see whether this one is the cause.",
];

/** Self-service help for people who cannot sign in; it needs no session. */
export function TroubleshootingPage() {
  return (
    <div className="min-h-(--full)">
      <title>{`Login Troubleshooting · ${productName}`}</title>
      <CustomerHeader />
      <main className="mx-auto w-full max-w-2xl px-4 py-8 md:px-8">
        <Link
          to="/"
          className="inline-flex min-h-6 items-center gap-1 rounded-md text-sm text-ink-muted hover:text-ink touch:min-h-11"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Back to the start page
        </Link>
        <h1 tabIndex={-1} className="mt-2 text-xl font-semibold">
          Login Troubleshooting
        </h1>
        <p className="text-base text-ink-muted">
          Two quick ways to get in, five steps to try by hand, and what the server sees.
        </p>
        <div className="mt-6 flex flex-col gap-4">
          <KnownError />
          <ManualSteps />
          <DebugCard />
        </div>
      </main>
    </div>
  );
}

function KnownError() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>&ldquo;Unable to process request due to missing initial state&rdquo;</CardTitle>
      </CardHeader>
      <CardContent>
        <p className="text-base text-ink-muted">
          This error means that the browser&rsquo;s session storage was cleared or is inaccessible,
          so the sign-in that was under way could not be finished. Starting again with clean data
          usually helps.
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            onClick={() => {
              clearBrowserData();
              window.location.assign("/api/login/retry");
            }}
          >
            <RotateCcw aria-hidden />
            Clear All Data &amp; Retry Login
          </Button>
          <Button variant="outline" onClick={() => window.location.assign("/api/login")}>
            Try Direct Login
          </Button>
        </div>
      </CardContent>
    </Card>
  );
}

function ManualSteps() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Steps to try by hand</CardTitle>
      </CardHeader>
      <CardContent>
        <ol className="list-decimal space-y-1.5 pl-5 text-base text-ink-muted marker:text-ink-faint">
          {manualSteps.map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
      </CardContent>
    </Card>
  );
}
