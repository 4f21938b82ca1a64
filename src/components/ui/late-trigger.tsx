import {
  type ComponentProps,
  type Ref,
  type RefObject,
  type SyntheticEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";

/** The acts of Radix' triggers, which the button that opens something passes its events to. */
type Acts = Pick<ComponentProps<"button">, "onPointerDown" | "onClick" | "onKeyDown">;

interface Refs {
  buttonRef: RefObject<HTMLButtonElement | null>;
  actsRef: RefObject<Acts>;
}

/**
 * A button whose menu, list or panel of Radix is made when it is first used. A page shows many such buttons, and few of them are ever
 * pressed; each of Radix' own sets states as it is laid out, so that the page is drawn twice before it is painted.
 */
export function useLateTrigger(open: boolean, role?: "combobox") {
  const panelId = useId();
  const [isUsed, setUsed] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const actsRef = useRef<Acts>({});
  // What is made hears the very event that it is made for.
  const pass = (kind: keyof Acts) => (event: SyntheticEvent) => {
    if (!isUsed) flushSync(() => setUsed(true));
    const act = actsRef.current[kind] as ((event: SyntheticEvent) => void) | undefined;
    act?.(event);
  };
  return {
    isUsed,
    /** The id of what opens. */
    panelId,
    /** For the button. A menu tells keys from fingers, and listens to them from when the focus comes. */
    button: {
      ref: buttonRef,
      type: "button" as const,
      role,
      "aria-expanded": open,
      "aria-controls": open ? panelId : undefined,
      onFocus: () => setUsed(true),
      onPointerDown: pass("onPointerDown"),
      onClick: pass("onClick"),
      onKeyDown: pass("onKeyDown"),
    },
    /** For a StandIn as the child of Radix' trigger. */
    standIn: { buttonRef, actsRef },
  };
}

/** Stands for a button that is in the page already, as the child of Radix' trigger with `asChild`: it takes the acts and gives the element. */
export function StandIn(props: Refs & Acts & { ref?: Ref<HTMLButtonElement | null> }) {
  const { buttonRef, actsRef, ref, onPointerDown, onClick, onKeyDown } = props;
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(
    ref,
    () => buttonRef.current,
    [buttonRef],
  );
  useLayoutEffect(() => {
    actsRef.current = { onPointerDown, onClick, onKeyDown };
  });
  return null;
}
