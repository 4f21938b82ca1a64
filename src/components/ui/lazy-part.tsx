import { CloudOff } from "lucide-react";
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";

import { useStore } from "../../hooks/use-store.ts";
import { useTries } from "../../hooks/use-tries.ts";
import { createPartLoader, type PartLoader } from "../../lib/parts/part-loader.ts";
import { Button } from "./button.tsx";
import { MissingPartButtons } from "./missing-part.tsx";
import { missingPartSentence } from "../../lib/parts/part-not-loaded.ts";
import { EmptyState } from "./empty-state.tsx";

type PartModule<Props> = { default: ComponentType<Props> };

/** A component whose code is loaded when it is first shown. */
export type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the code before the first render. */
  preload: () => void;
};

type LazyPartOptions<Props> = {
  /** The placeholder while the code loads. */
  waiting?: ReactNode;
  /** The class name of the failure message, for a part that takes no room itself. */
  failedClassName?: string;
  /**
   * True while a dialog is open. Its code loads when it first opens, and it stays mounted for the closing animation.
   */
  isOpen?: (props: Props) => boolean;
  /** Closes a dialog that has no `onClose`. */
  close?: (props: Props) => void;
  /**
   * Content that must appear even while the code is missing, or null. With content, the failure message is visible too.
   */
  untilThen?: (props: Props) => ReactNode;
};

/**
 * A part of the screen whose code loads when it is first shown. A failed load shows a message in its place and is
 * retried automatically; `React.lazy` would take down everything around it for good.
 */
export function lazyPart<Props extends object>(
  importPart: () => Promise<PartModule<Props>>,
  { waiting = null, failedClassName, isOpen, close, untilThen }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const loader = createPartLoader(importPart);
  function Part(props: Props) {
    const state = useStore(loader, (now) => now);
    const isWanted = isOpen?.(props) ?? true;
    const [wasWanted, setWasWanted] = useState(isWanted);
    if (isWanted && !wasWanted) setWasWanted(true);
    useEffect(() => {
      if (wasWanted) void loader.load();
    }, [wasWanted]);
    if (wasWanted && state.kind === "ready") return createElement(state.part.default, props);
    if (!isWanted) return null;
    const said = untilThen?.(props) ?? null;
    if (state.kind === "failed") {
      const onClose = close === undefined ? closerOf(props) : () => close(props);
      const isDialog = isOpen !== undefined || onClose !== undefined;
      const className = failedClassName ?? (isDialog ? OVER_PAGE : undefined);
      return (
        <>
          {said}
          <PartFailed
            loader={loader}
            className={said === null ? className : undefined}
            onClose={onClose}
          />
        </>
      );
    }
    return said ?? waiting;
  }
  return Object.assign(Part, { preload: loader.preload });
}

/**
 * The function that closes a dialog or a menu, even before its code arrives: the failure message would stay in the way.
 */
function closerOf(props: object): (() => void) | undefined {
  return "onClose" in props && isCallback(props.onClose) ? props.onClose : undefined;
}

/** A dialog has no place in the page flow, so its failure message must not end up below a long list. */
const OVER_PAGE =
  "fixed inset-x-4 bottom-20 z-50 mx-auto max-w-md rounded-lg border border-line bg-raised py-6 shadow-overlay md:bottom-6";

function isCallback(value: unknown): value is () => void {
  return typeof value === "function";
}

interface PartFailedProps {
  loader: PartLoader<unknown>;
  className: string | undefined;
  onClose: (() => void) | undefined;
}

function PartFailed({ loader, className, onClose }: PartFailedProps) {
  const tries = useTries(loader.tryAgain);
  const isServerThere = useStore(
    loader,
    (state) => state.kind === "failed" && state.error.isServerThere,
  );
  return (
    <EmptyState
      role="alert"
      className={className}
      icon={CloudOff}
      title="This could not be loaded yet"
      description={missingPartSentence(isServerThere)}
      action={
        <>
          <MissingPartButtons {...tries} isServerThere={isServerThere} />
          {onClose && (
            <Button variant="ghost" onClick={onClose}>
              Close
            </Button>
          )}
        </>
      }
    />
  );
}
