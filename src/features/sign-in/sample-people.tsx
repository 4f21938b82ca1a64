import { ChevronRight, FlaskConical } from "lucide-react";

import { Avatar } from "../../components/ui/avatar.tsx";

const people = [
  { mailbox: "admin", role: "Account Administrator" },
  { mailbox: "manager", role: "Project Manager" },
  { mailbox: "supervisor", role: "Project Supervisor" },
] as const;

/** Says that this is a demo, and offers to sign in as one of its sample people with one click. */
export function SamplePeople({ companyDomain }: { companyDomain: string }) {
  return (
    <section
      aria-labelledby="demo-heading"
      className="w-full rounded-lg border border-line bg-surface text-left shadow-raised"
    >
      <div className="border-b border-line px-4 py-3">
        <h2 id="demo-heading" className="flex items-center gap-2 text-base font-semibold">
          <FlaskConical aria-hidden className="size-4 text-ink-muted" />
          Demo workspace
        </h2>
        <p className="text-sm text-ink-muted">
          Runs with sample data and a built-in identity provider. Sign in as one of these people:
        </p>
      </div>
      <ul className="p-1">
        {people.map(({ mailbox, role }) => {
          const email = `${mailbox}@${companyDomain}`;
          return (
            <li key={mailbox}>
              <a
                href={`/api/login?${new URLSearchParams({ login_hint: email }).toString()}`}
                className="flex min-h-11 items-center gap-3 rounded-md px-3 py-1.5 hover:bg-hover"
              >
                <Avatar name={role} size="md" />
                <span className="min-w-0 flex-1">
                  <span className="block text-base font-medium">{role}</span>
                  <span className="block truncate text-sm text-ink-muted">{email}</span>
                </span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted" />
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
