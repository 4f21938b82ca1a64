import { useRef, type ChangeEvent, type ReactNode } from "react";
import { photoTypesByExtension } from "../../../convex/rules/photoLimits.ts";

const extensions = Object.keys(photoTypesByExtension).map((extension) => `.${extension}`);
const accept = [...new Set(Object.values(photoTypesByExtension)), ...extensions].join(",");

interface PickerOptions {
  label: string;
  onChoose: (files: File[]) => void;
  /** True opens the device's own camera program instead of its files; it takes one photo. */
  isCamera?: boolean;
}

/** A hidden file input for photos, and the function that opens it. */
export function usePhotoPicker(options: PickerOptions): { input: ReactNode; open: () => void } {
  const { label, onChoose, isCamera = false } = options;
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])]);
    // Without this, choosing the same file again would fire no event.
    target.value = "";
  };
  const source = isCamera
    ? ({ accept: "image/*", capture: "environment" } as const)
    : { accept, multiple: true };
  return {
    open: () => input.current?.click(),
    input: (
      <input ref={input} type="file" hidden aria-label={label} onChange={choose} {...source} />
    ),
  };
}
