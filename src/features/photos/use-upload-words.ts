import { useConnection } from "../../hooks/reads/use-connection.ts";
import { formatPercent } from "../../lib/format.ts";
import { MOST_UNANSWERED } from "../../lib/photos/send-photo.ts";
import type { Upload } from "./sending/uploads.ts";

/** The progress of a photo in words. A photo counts as failed only after the server has refused it. */
export function useUploadWords(upload: Upload | undefined): string {
  const { state: line } = useConnection();
  if (upload?.state === "sending" && (line === "live" || upload.progress < MOST_UNANSWERED))
    return formatPercent(upload.progress * 100);
  if (upload?.isKept === false && upload.isTried) return "Only in this page";
  return line !== "live" || upload?.isTried === true ? "Waiting for network" : "Waiting";
}
