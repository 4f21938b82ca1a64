import type { ReactNode } from "react";

import { Card, CardHeader } from "../../components/ui/card.tsx";

type PanelProps = { title: string; action?: ReactNode; children: ReactNode };

/** A titled part of the dashboard. */
export function Panel({ title, action, children }: PanelProps) {
  return (
    <Card asChild>
      <section aria-label={title}>
        <CardHeader className="items-center min-h-12 border-b border-line py-0">
          <h2 className="shrink-0 text-base font-semibold">{title}</h2>
          {action}
        </CardHeader>
        {children}
      </section>
    </Card>
  );
}
