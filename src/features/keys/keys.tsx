import { useEffect, useMemo } from "react";
import { useKeys } from "../../hooks/use-keys.ts";
import { useStore } from "../../hooks/use-store.ts";
import { pressHeldKeys } from "../../lib/keys/held-keys.ts";
import type { KeyBinding } from "../../lib/keys/keys.ts";
import { quick } from "../../lib/quick.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { useSwitchedKeys } from "./keys-switch.ts";
import { usePageKeys } from "./page-keys.ts";
import { rowKeys } from "./row-keys.ts";

const helpKeys: readonly KeyBinding[] = [
  {
    ...{ keys: "?", does: "Show these keys", group: "Anywhere", reach: "dialogs" },
    run: () => {
      quick.set("keys");
      return true;
    },
  },
];

/** The keys of the whole workspace, and the dialog that lists them. */
export default function Keys({ project }: { project: { id: string; name: string } | null }) {
  useSwitchedKeys();
  const pageKeys = usePageKeys(project);
  useKeys(useMemo(() => [...helpKeys, ...pageKeys, ...rowKeys], [pageKeys]));
  useEffect(() => pressHeldKeys(), []);
  const showsList = useStore(quick, (open) => open === "keys");
  return showsList && <KeysDialog onClose={() => quick.set(null)} />;
}
