import { ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";

import type { Permission } from "../../../convex/rules/permissions.ts";
import { MessagePage } from "../../components/layout/message-page.tsx";
import { useCan } from "../../hooks/people/use-viewer.ts";

type RequirePermissionProps = {
  permission: Permission;
  /** The message for people without the permission. */
  refusal: string;
  children: ReactNode;
};

/** Renders a page only for people with the permission; otherwise the page is not rendered and sends no query. */
export function RequirePermission({ permission, refusal, children }: RequirePermissionProps) {
  if (useCan(permission)) return children;
  return <MessagePage icon={ShieldAlert} title="Access Denied" description={refusal} />;
}
