import { CircleAlert, RotateCw, X } from "lucide-react";
import { memo } from "react";
import { Button } from "../../components/ui/button.tsx";
import { Progress } from "../../components/ui/progress.tsx";
import { refusalOf } from "./sending/upload-report.ts";
import { type Upload, uploadQueue } from "./sending/uploads.ts";
import { useUploadWords } from "./use-upload-words.ts";

/** The uploads of a section, including those that failed. */
export function UploadList({ uploads }: { uploads: readonly Upload[] }) {
  const pending = keysOf(uploads.filter(({ state }) => state !== "failed"));
  const failed = uploads.filter(({ state }) => state === "failed");
  const retriable = keysOf(failed.filter(({ error }) => refusalOf(error) === null));
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-surface p-3">
      <ul aria-label="Uploads" className="-mx-1 grid max-h-80 gap-2 overflow-y-auto px-1">
        {uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} />
        ))}
      </ul>
      {(retriable.length > 1 || pending.length > 1) && (
        <div className="flex flex-wrap gap-2">
          {retriable.length > 1 && (
            <Button variant="outline" size="sm" onClick={() => void uploadQueue.retry(retriable)}>
              <RotateCw aria-hidden /> Retry {retriable.length} failed
            </Button>
          )}
          {pending.length > 1 && (
            <Button variant="outline" size="sm" onClick={() => uploadQueue.cancel(...pending)}>
              <X aria-hidden /> Cancel {pending.length} uploads
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const UploadRow = memo(function UploadRow({ upload }: { upload: Upload }) {
  const { key, name, state, error, progress } = upload;
  const hasFailed = state === "failed";
  const words = useUploadWords(upload);
  const refusal = refusalOf(error);
  return (
    <li className="flex min-h-8 items-center gap-2 [contain-intrinsic-size:auto_2rem] [content-visibility:auto]">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex justify-between gap-3 text-sm">
          <span className="min-w-0 truncate" title={name}>
            {name}
          </span>
          {hasFailed ? (
            <span className="inline-flex shrink-0 items-center gap-1 font-medium text-danger-text">
              <CircleAlert aria-hidden className="size-3.5" /> {refusal ?? "Failed"}
            </span>
          ) : (
            <span className="shrink-0 text-ink-muted">{words}</span>
          )}
        </p>
        {!hasFailed && <Progress value={progress * 100} label={`Upload of ${name}`} />}
      </div>
      {hasFailed && refusal === null && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Retry ${name}`}
          title="Retry"
          onClick={() => void uploadQueue.retry([key])}
        >
          <RotateCw aria-hidden />
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        aria-label={`${hasFailed ? "Dismiss" : "Cancel"} ${name}`}
        title={hasFailed ? "Dismiss" : "Cancel"}
        onClick={() => uploadQueue.cancel(key)}
      >
        <X aria-hidden />
      </Button>
    </li>
  );
});

function keysOf(uploads: readonly Upload[]): string[] {
  return uploads.map(({ key }) => key);
}
