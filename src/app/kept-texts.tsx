import { useEffect } from "react";
import { useViewer } from "../hooks/people/use-viewer.ts";
import { TextKeeper } from "../lib/typed/text-keeper.ts";

/** Keeps what the signed-in person types on the device, and gives back what an earlier page had. */
export default function KeptTexts() {
  const { id } = useViewer();
  useEffect(() => {
    const keeper = new TextKeeper(id);
    keeper.start();
    return () => keeper.stop();
  }, [id]);
  return null;
}
