import { useConnection } from "../../hooks/reads/use-connection.ts";
import { formatPercent } from "../../lib/format.ts";
import type { Upload } from "./sending/uploads.ts";

/** The way of a photo to the server in words; it has not failed before the server has refused it. */
export function useUploadWords(upload: Upload | undefined): string {
  const { state: line } = useConnection();
  if (upload?.state === "sending") return formatPercent(upload.progress * 100);
  return line !== "live" || upload?.isTried === true ? "Waiting for network" : "Waiting";
}
