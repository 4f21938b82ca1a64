import { ConvexProvider } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import type { ReactNode } from "react";
import { ViewerContext, type Viewer } from "../../src/hooks/people/use-viewer.ts";

const nothing = () => undefined;

/** Answers the requests of its children: queries by their names, and mutations with nothing. */
export function PretendServer(props: {
  answers?: Readonly<Record<string, unknown>>;
  children: ReactNode;
}) {
  const { answers = {}, children } = props;
  const server = {
    watchQuery: (query: FunctionReference<"query">) => ({
      onUpdate: () => nothing,
      localQueryResult: () => answers[getFunctionName(query)],
      journal: nothing,
    }),
    mutation: () => Promise.resolve(null),
    query: () => Promise.resolve({ page: [] }),
  };
  return (
    <ConvexProvider client={server as never}>
      <ViewerContext value={{ id: "me" } as Viewer}>{children}</ViewerContext>
    </ConvexProvider>
  );
}
