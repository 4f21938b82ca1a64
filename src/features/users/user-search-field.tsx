import { useState } from "react";
import { SearchField } from "../../components/search-field.tsx";

interface UserSearchFieldProps {
  /** The search text of the address; read once. */
  initial: string;
  onSearch: (text: string) => void;
}

/** Looks for users while it is typed. */
export function UserSearchField({ initial, onSearch }: UserSearchFieldProps) {
  // The address follows a little later than the keys.
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
