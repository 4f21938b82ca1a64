import { Search } from "lucide-react";
import { type KeyboardEventHandler, type RefObject, useEffect, useRef } from "react";
import { cn } from "../lib/cn.ts";
import { bindKeys, type KeyBinding } from "../lib/keys/keys.ts";
import { Input } from "./ui/input.tsx";

type SearchFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  /** True for the search field of a page: "/" focuses it, and so does the first press of the browser's search key. */
  isOfPage?: boolean;
  className?: string;
};

/** A search field that narrows a list on each key stroke. */
export function SearchField({ label, value, onChange, className, ...props }: SearchFieldProps) {
  const { placeholder, onKeyDown, isOfPage = false } = props;
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    return isOfPage ? bindKeys(searchKeys(inputRef)) : undefined;
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
 * The keys that lead to a field. The second press of the browser's search key, in the field, opens the browser's own
 * search.
 */
function searchKeys(field: RefObject<HTMLInputElement | null>): readonly KeyBinding[] {
  const focus = () => {
    const input = field.current;
    if (input === null || input === document.activeElement) return false;
    if (input.closest("[inert], [aria-hidden='true']") !== null) return false;
    input.focus();
    input.select();
    return true;
  };
  const search = { group: "Anywhere", does: "Search this page", run: focus } as const;
  return [
    { ...search, keys: "/" },
    { ...search, keys: "mod+f", reach: "dialogs and fields" },
  ];
}
