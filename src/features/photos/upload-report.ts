import { toast } from "../../components/ui/toast.ts";
import { ApiError } from "../../lib/api-client.ts";
import { errorCode, type ErrorCode, showError } from "../../lib/errors.ts";
import type { UploadReport } from "./upload-queue.ts";

const refusalByCode: Partial<Record<ErrorCode, string>> = {
  invalid: "Not a valid image",
  too_large: "Too large",
  not_found: "Unit deleted",
  forbidden: "Not permitted",
};

/** Why the server will never take this photo, in a few words; null when it can be tried again. */
export function refusalOf(error: unknown): string | null {
  const code = errorCode(error);
  return (code && refusalByCode[code]) ?? null;
}

/** The status of a refusal and what the server said, in its words and without the JSON around them. */
function wordsOf({ status, message }: ApiError): string {
  const words = /"message":("(?:[^"\\]|\\.)*")/.exec(message)?.[1];
  return words === undefined ? message : `${String(status)}: ${String(JSON.parse(words))}`;
}

/** Says how uploads went, in the words of the specification. */
export const uploadReport: UploadReport = {
  fileFailed: ({ name }, error) => showError(error, `Failed to upload ${name}`),

  runEnded: ({ uploaded, failed, lastError }) => {
    if (failed === 0) toast({ title: "Photo uploaded successfully" });
    else if (uploaded > 0) {
      const total = uploaded + failed;
      const description = `Uploaded ${String(uploaded)} of ${String(total)} photos`;
      toast({ title: "Partial success", description });
    } else if (errorCode(lastError) === "unauthenticated") showError(lastError);
    else {
      const reason = lastError instanceof ApiError ? ` (${wordsOf(lastError)})` : "";
      const description = `Failed to upload photo. Please try again${reason}`;
      toast({ title: "Upload failed", description, variant: "destructive" });
    }
  },
};
