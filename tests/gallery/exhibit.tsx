import type { ReactNode } from "react";

/** A name that is too long for every place, as people do enter them. */
export const longName =
  "Riverside Terrace, Building C, second floor, corner apartment with the Northwestern stairwell 204B";

/** A section of the gallery: one kind of component in all its states. */
export function Exhibit({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="grid gap-3 border-t border-line py-5 [&>*]:min-w-0">
      <h2 className="text-lg font-semibold">{name}</h2>
      {children}
    </section>
  );
}

/** Shows states in a row that wraps on a narrow screen. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}

/** Parts in as many columns as fit. */
export function Columns({ children }: { children: ReactNode }) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3 [&>*]:min-w-0">
      {children}
    </div>
  );
}
