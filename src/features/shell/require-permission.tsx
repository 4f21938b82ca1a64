import { ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";

import type { Permission } from "../../../convex/rules/permissions.ts";
import { MessagePage } from "../../components/layout/message-page.tsx";
import { useCan } from "../../hooks/people/use-viewer.ts";

type RequirePermissionProps = {
  permission: Permission;
  /** The sentence for whoever may not see the page. */
  refusal: string;
  children: ReactNode;
};

/** Shows a page only to those who may see it; nothing of it is asked for otherwise. */
export function RequirePermission({ permission, refusal, children }: RequirePermissionProps) {
  if (useCan(permission)) return children;
  return <MessagePage icon={ShieldAlert} title="Access Denied" description={refusal} />;
}
