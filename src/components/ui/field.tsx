import { useId, useMemo, type ReactNode } from "react";

import { cn } from "../../lib/cn.ts";
import { FieldContext } from "./field-context.ts";
import { Label } from "./label.tsx";

type FieldProps = {
  label: ReactNode;
  /** The message at the field; its presence marks the control as invalid. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Marks the field visually; write "optional" in the labels of the other fields. */
  required?: boolean | undefined;
  children: ReactNode;
  className?: string | undefined;
};

/** Label, control, hint and error of one value, tied together for assistive technology. */
export function Field({ label, error, hint, required, children, className }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const hasHint = hint !== undefined && hint !== null;
  const control = useMemo(() => {
    const described = [hasHint && hintId, error !== undefined && errorId].filter(Boolean);
    return { id, describedBy: described.join(" ") || undefined, invalid: error !== undefined };
  }, [id, hintId, errorId, hasHint, error]);

  return (
    <FieldContext value={control}>
      <div data-slot="field" className={cn("flex min-w-0 flex-col gap-1.5", className)}>
        <Label htmlFor={id}>
          {label}
          {required === true && (
            <span aria-hidden className="ml-0.5 text-danger-text">
              *
            </span>
          )}
        </Label>
        {children}
        {hasHint && (
          <p id={hintId} className="text-xs text-ink-muted">
            {hint}
          </p>
        )}
        {error !== undefined && (
          <p id={errorId} role="alert" className="text-xs font-medium text-danger-text">
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  );
}
