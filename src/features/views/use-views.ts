import { useRouter, useRouterState } from "@tanstack/react-router";
import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useLiveStatus } from "../../hooks/reads/use-live-query.ts";
import type { ViewPage } from "../../lib/views.ts";

export type SavedView = FunctionReturnType<typeof api.views.list>[number];

type Parameters = Record<string, unknown>;

/** The page's function that validates search parameters. */
type Rules = (sent: Parameters) => Parameters;

/** The saved views of a page, live, and the page's present filters. */
export function useViews(page: ViewPage) {
  const { answer, error } = useLiveStatus(api.views.list, {});
  const { parseSearch, stringifySearch } = useRouter().options;
  const search = useRouterState({ select: ({ location }) => location.search });
  const rules = useRules();
  return useMemo(() => {
    // The query text has the page's own parameter order, and leaves out parameters that the page no longer knows.
    const textOf = (sent: Parameters) => {
      const known = rules?.(sent) ?? sent;
      const kept = Object.fromEntries(page.keys.map((key) => [key, known[key]]));
      return stringifySearch?.(kept).replace(/^\?/, "") ?? "";
    };
    const query = textOf(search);
    const views = answer?.filter((view) => view.page === page.path);
    const current = views?.find((view) => textOf(parseSearch?.(view.query) ?? {}) === query);
    return { views, error, query, current };
  }, [answer, error, parseSearch, stringifySearch, search, rules, page]);
}

/** The validation of the shown page, which is the last match of the address. */
function useRules(): Rules | undefined {
  const { routesById } = useRouter();
  const id = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId });
  const rules: unknown = id && routesById[id]?.options.validateSearch;
  return typeof rules === "function" ? (rules as Rules) : undefined;
}
