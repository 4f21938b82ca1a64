import { type ReactNode, useContext } from "react";

import { productName } from "../../../convex/rules/labels.ts";
import { cn } from "../../lib/cn.ts";
import { PageTools } from "./page-tools.ts";

type PageHeaderProps = {
  title: string;
  /** True shows at most two lines of the title. */
  hasShortTitle?: boolean;
  description?: ReactNode;
  /** Buttons of the page, on the right or below on small screens. */
  actions?: ReactNode;
  /** True keeps the actions beside the title on small screens too. */
  hasNarrowActions?: boolean;
};

/** The heading of a page; also sets the document's title and takes the focus after a navigation. */
export function PageHeader(props: PageHeaderProps) {
  const { title, hasShortTitle = false, description, actions, hasNarrowActions } = props;
  const tools = useContext(PageTools);
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <title>{`${title} · ${productName}`}</title>
      <div className={cn("min-w-0 grow", tools && "max-md:basis-0")}>
        <div className="flex items-baseline gap-2.5">
          <h1
            tabIndex={-1}
            title={hasShortTitle ? title : undefined}
            className={cn("text-xl font-semibold text-ink", hasShortTitle && "line-clamp-2")}
          >
            {title}
          </h1>
          {tools?.beside}
        </div>
        {description !== undefined && <p className="text-base text-ink-muted">{description}</p>}
      </div>
      {actions !== undefined && (
        <div
          className={cn(
            "flex flex-wrap gap-2",
            tools && (hasNarrowActions ? "max-md:-mr-4" : "max-md:order-last max-md:basis-full"),
          )}
        >
          {actions}
        </div>
      )}
      {tools && <div className={cn(actions !== undefined && "md:-ml-4")}>{tools.button}</div>}
    </header>
  );
}
