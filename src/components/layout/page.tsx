import type { ReactNode } from "react";

/** The room of a page inside the shell: one width and one padding for all. */
export function Page({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-[100rem] px-4 py-5 md:px-8 md:py-7">{children}</div>;
}
