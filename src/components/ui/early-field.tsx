import { Search } from "lucide-react";
import { type ComponentProps, useEffect } from "react";

import { typedAhead } from "../../lib/typed-ahead.ts";

/** A search field in the place of one whose code is on the way, which goes on with what is typed here. */
export function EarlyField(props: Pick<ComponentProps<"input">, "className" | "placeholder">) {
  // What opens around it gives it the focus, as its first control.
  useEffect(() => () => typedAhead.set(""), []);
  return (
    <div className="flex shrink-0 items-center gap-2.5 border-b border-line px-3">
      <Search aria-hidden className="size-4 shrink-0 text-ink-muted" />
      <input
        type="text"
        aria-label="Search"
        aria-busy
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => typedAhead.set(target.value)}
        {...props}
      />
    </div>
  );
}
