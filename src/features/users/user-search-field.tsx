import { useState } from "react";
import { SearchField } from "../../components/search-field.tsx";

interface UserSearchFieldProps {
  /** The search text in the address; read on mount only. */
  initial: string;
  onSearch: (text: string) => void;
}

/** A field that searches users on each key stroke. */
export function UserSearchField({ initial, onSearch }: UserSearchFieldProps) {
  // The address follows the typed text with a short delay.
  const [text, setText] = useState(initial);
  return (
    <SearchField
      isOfPage
      label="Search users"
      placeholder="Search name, email or role"
      className="w-72 max-w-full max-md:w-full"
      value={text}
      onChange={(next) => {
        setText(next);
        onSearch(next);
      }}
    />
  );
}
