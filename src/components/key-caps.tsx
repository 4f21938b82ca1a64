import { modKey } from "../lib/keys/mod-key.ts";

const NAMES: Readonly<Record<string, string>> = { mod: modKey, shift: "Shift" };

/** A key or keys as they stand on a keyboard: "g b", "mod+k". */
export function KeyCaps({ keys }: { keys: string }) {
  const presses = keys.split(" ");
  return (
    <span className="flex shrink-0 items-center gap-1 text-xs text-ink-muted">
      {presses.map((press, at) => (
        <span key={press} className="flex items-center gap-1">
          {at > 0 && "then"}
          {press.split("+").map((key) => (
            <kbd
              key={key}
              className="min-w-6 rounded border border-line bg-canvas px-1.5 py-0.5 text-center font-sans font-medium text-ink"
            >
              {NAMES[key] ?? (presses.length === 1 && press !== key ? key.toUpperCase() : key)}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
