import { useEffect } from "react";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import { DraftKeeper } from "./sending/draft-keeper.ts";

/** Keeps the chosen photos of the signed-in person on the device, and offers those of an earlier page again. */
export default function KeptDrafts() {
  const { id, firstName, lastName, email } = useViewer();
  useEffect(() => {
    const keeper = new DraftKeeper({ id, firstName, lastName, email });
    keeper.start();
    return () => keeper.stop();
  }, [id, firstName, lastName, email]);
  return null;
}
