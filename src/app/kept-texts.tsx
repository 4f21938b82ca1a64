import { useEffect } from "react";
import { useViewer } from "../hooks/people/use-viewer.ts";
import { TextKeeper } from "../lib/typed/text-keeper.ts";

/** Keeps the typed texts of the signed-in person on the device, and gives back those of an earlier page. */
export default function KeptTexts() {
  const { id, firstName, lastName, email } = useViewer();
  useEffect(() => {
    const keeper = new TextKeeper({ id, firstName, lastName, email });
    keeper.start();
    return () => keeper.stop();
  }, [id, firstName, lastName, email]);
  return null;
}
