import { Search } from "lucide-react";
import { useEffect } from "react";

import { typedAhead } from "../../lib/typed-ahead.ts";

interface EarlyFieldProps {
  placeholder: string;
  /** The looks of the line and of the field that come in its place. */
  line: string;
  field: string;
}

/**
 * A search field in the place of one whose code is on the way, which goes on with what is typed and entered here. What opens around it gives it
 * the focus, as its first control.
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
