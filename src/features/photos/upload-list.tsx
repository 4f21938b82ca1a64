import { CircleAlert, RotateCw, X } from "lucide-react";
import { Button } from "../../components/ui/button.tsx";
import { Progress } from "../../components/ui/progress.tsx";
import { formatPercent } from "../../lib/format.ts";
import type { Upload } from "./upload-queue.ts";
import { uploadQueue } from "./use-uploads.ts";

/** The photos of a section that are on their way, and those that did not make it. */
export function UploadList({ uploads }: { uploads: readonly Upload[] }) {
  const failed = uploads.filter(({ state }) => state === "failed").map(({ key }) => key);
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-surface p-3">
      <ul aria-label="Uploads" className="grid gap-2">
        {uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} />
        ))}
      </ul>
      {failed.length > 1 && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => void uploadQueue.retry(failed)}
        >
          <RotateCw aria-hidden /> Retry {failed.length} failed
        </Button>
      )}
    </div>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { key, file, state } = upload;
  const percent = upload.progress * 100;
  return (
    <li className="flex items-center gap-2">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex justify-between gap-3 text-sm">
          <span className="min-w-0 truncate" title={file.name}>
            {file.name}
          </span>
          {state === "failed" ? (
            <span className="inline-flex shrink-0 items-center gap-1 font-medium text-danger-text">
              <CircleAlert aria-hidden className="size-3.5" /> Failed
            </span>
          ) : (
            <span className="shrink-0 text-ink-muted">
              {state === "waiting" ? "Waiting" : formatPercent(percent)}
            </span>
          )}
        </p>
        {state !== "failed" && <Progress value={percent} label={`Upload of ${file.name}`} />}
      </div>
      {state === "failed" && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Retry ${file.name}`}
          title="Retry"
          onClick={() => void uploadQueue.retry([key])}
        >
          <RotateCw aria-hidden />
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        aria-label={state === "failed" ? `Dismiss ${file.name}` : `Cancel ${file.name}`}
        title={state === "failed" ? "Dismiss" : "Cancel"}
        onClick={() => uploadQueue.cancel(key)}
      >
        <X aria-hidden />
      </Button>
    </li>
  );
}
