import { Search } from "lucide-react";
import { useState } from "react";
import { Input } from "../../components/ui/input.tsx";

interface UserSearchProps {
  /** The search text of the address; read once. */
  initial: string;
  onSearch: (text: string) => void;
}

/** Looks for users while it is typed. */
export function UserSearch({ initial, onSearch }: UserSearchProps) {
  // The address follows a little later than the keys.
  const [text, setText] = useState(initial);
  return (
    <div className="relative w-72 max-w-full max-md:w-full">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-ink-muted"
      />
      <Input
        type="search"
        aria-label="Search users"
        placeholder="Search name, email or role"
        className="pl-8"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onSearch(target.value);
        }}
      />
    </div>
  );
}
