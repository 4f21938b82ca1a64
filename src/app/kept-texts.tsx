import { useEffect } from "react";
import { useViewer } from "../hooks/people/use-viewer.ts";
import { TextKeeper } from "../lib/typed/text-keeper.ts";
import { useRoleChange } from "./use-role-change.ts";

/**
 * Keeps the typed texts of the signed-in person on the device, and gives back those of an earlier page. A change of the
 * role is told here, because it may close what the person types in.
 */
export default function KeptTexts() {
  useRoleChange();
  const { id, firstName, lastName, email } = useViewer();
  useEffect(() => {
    const keeper = new TextKeeper({ id, firstName, lastName, email });
    keeper.start();
    return () => keeper.stop();
  }, [id, firstName, lastName, email]);
  return null;
}
