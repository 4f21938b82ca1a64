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

/** The event handlers of a Radix trigger. The button passes its events to them. */
type Acts = Pick<ComponentProps<"button">, "onPointerDown" | "onClick" | "onKeyDown">;

interface Refs {
  buttonRef: RefObject<HTMLButtonElement | null>;
  actsRef: RefObject<Acts>;
}

/**
 * The props of a button that renders its Radix menu, list or panel on the first use. A page shows many such buttons,
 * and people press few of them. Each Radix component sets states in its layout effects, which renders the page twice
 * before the first paint.
 */
export function useLateTrigger(open: boolean, role?: "combobox") {
  const panelId = useId();
  const [isUsed, setUsed] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const actsRef = useRef<Acts>({});
  // Renders the Radix component at once, so that it handles the event that caused it.
  const pass = (kind: keyof Acts) => (event: SyntheticEvent) => {
    if (!isUsed) flushSync(() => setUsed(true));
    const act = actsRef.current[kind] as ((event: SyntheticEvent) => void) | undefined;
    act?.(event);
  };
  return {
    /** True once the button was used, and while something else opens its menu. */
    isUsed: isUsed || open,
    /** The id of the opened element. */
    panelId,
    /** Props of the button. The focus renders the menu already, because a menu distinguishes keys from touch. */
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
    /** Props of the StandIn that is the child of the Radix trigger. */
    standIn: { buttonRef, actsRef },
  };
}

/**
 * The child of a Radix trigger with `asChild`. It represents a button that is in the page already: it receives the
 * event handlers, and its ref gives the element of the button.
 */
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
