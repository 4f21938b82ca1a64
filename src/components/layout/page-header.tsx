import type { ReactNode } from "react";

import { productName } from "../../../convex/rules/labels.ts";

type PageHeaderProps = {
  title: string;
  description?: ReactNode;
  /** Buttons of the page, on the right or below on small screens. */
  actions?: ReactNode;
};

/** The heading of a page; also sets the document's title and takes the focus after a navigation. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <title>{`${title} · ${productName}`}</title>
      <div className="min-w-0">
        <h1 tabIndex={-1} className="text-xl font-semibold text-ink">
          {title}
        </h1>
        {description !== undefined && <p className="text-base text-ink-muted">{description}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
