import { Search } from "lucide-react";
import { type KeyboardEventHandler, useEffect, useRef } from "react";
import { cn } from "../lib/cn.ts";
import { Input } from "./ui/input.tsx";

type SearchFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  /** The field of a page: "/" goes to it, and so does the browser's search key, once. */
  isOfPage?: boolean;
  className?: string;
};

/** A field that narrows a list while it is typed. */
export function SearchField({ label, value, onChange, className, ...props }: SearchFieldProps) {
  const { placeholder, onKeyDown, isOfPage = false } = props;
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isOfPage) return;
    const focus = (event: KeyboardEvent) => {
      const input = inputRef.current;
      if (input === null || !leadsToSearch(event, input)) return;
      event.preventDefault();
      input.focus();
      input.select();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, [isOfPage]);
  return (
    <div className={cn("relative", className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-ink-muted"
      />
      <Input
        ref={inputRef}
        type="search"
        aria-label={label}
        aria-keyshortcuts={isOfPage ? "/" : undefined}
        placeholder={placeholder}
        autoComplete="off"
        className="pl-8"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/**
 * True for "/" outside of fields and dialogs, and for the browser's search key. The second press of that key, in the field,
 * opens the browser's own search.
 */
function leadsToSearch(event: KeyboardEvent, input: HTMLInputElement): boolean {
  if (event.defaultPrevented || input.closest("[inert], [aria-hidden='true']") !== null)
    return false;
  const { key, altKey, shiftKey, target } = event;
  const hasModifier = event.ctrlKey || event.metaKey;
  if (key === "f" && hasModifier && !altKey && !shiftKey) return document.activeElement !== input;
  return key === "/" && !hasModifier && !altKey && !isField(target);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest("input, textarea, select, [role='dialog']") !== null)
  );
}
