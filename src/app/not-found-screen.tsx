import { SearchX } from "lucide-react";

import { MessagePage } from "../components/layout/message-page.tsx";

/** What an unknown address shows when signed in. */
export function NotFoundScreen() {
  return (
    <MessagePage
      icon={SearchX}
      title="Page not found"
      description="There is nothing at this address. It may have been mistyped or removed."
    />
  );
}
