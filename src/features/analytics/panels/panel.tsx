import type { ReactNode } from "react";

import { Card, CardContent, CardHeader } from "../../../components/ui/card.tsx";

type PanelProps = {
  title: string;
  /** Stands at the end of the head. */
  tip?: ReactNode;
  children: ReactNode;
};

/** A titled part of the page. */
export function Panel({ title, tip, children }: PanelProps) {
  return (
    <Card asChild>
      <section aria-label={title}>
        <CardHeader className="min-h-12 items-center border-b border-line py-0">
          <h2 className="text-base font-semibold">{title}</h2>
          {tip}
        </CardHeader>
        <CardContent className="flex flex-1 flex-col pt-4">{children}</CardContent>
      </section>
    </Card>
  );
}
