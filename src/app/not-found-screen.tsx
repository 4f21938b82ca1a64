import { SearchX } from "lucide-react";

import { MessagePage } from "../components/layout/message-page.tsx";

/** The screen of an unknown address for a signed-in person. */
export function NotFoundScreen() {
  return (
    <MessagePage
      icon={SearchX}
      title="Page not found"
      description="There is nothing at this address. It may have been mistyped or removed."
    />
  );
}
