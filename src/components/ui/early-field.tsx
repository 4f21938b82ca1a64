import { Search } from "lucide-react";
import { useEffect } from "react";

import { typedAhead } from "../../lib/typed-ahead.ts";

interface EarlyFieldProps {
  placeholder: string;
  /** The class names of the line and the input, equal to those of the real search field. */
  line: string;
  field: string;
}

/**
 * A stand-in for a search field whose code is loading. The real field takes over the typed text and an Enter. The
 * surrounding popup gives the focus to it, as its first control.
 */
export function EarlyField({ placeholder, line, field }: EarlyFieldProps) {
  useEffect(() => () => typedAhead.set(""), []);
  return (
    <div className={line}>
      <Search aria-hidden className="size-4 shrink-0 text-ink-muted" />
      <input
        type="text"
        aria-label="Search"
        aria-busy
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        onChange={({ target }) => typedAhead.set(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          typedAhead.enter();
        }}
        className={field}
      />
    </div>
  );
}
