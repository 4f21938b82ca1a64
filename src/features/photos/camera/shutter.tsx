import { useEffect, useRef } from "react";

interface ShutterProps {
  /** The reason why no photo can be taken now; null when one can. */
  reason: string | null;
  onShoot: () => void;
}

const KEYS = [" ", "Enter"];

/** The large shutter button. Space and Enter press it from anywhere except another control. */
export function Shutter({ reason, onShoot }: ShutterProps) {
  const shoot = () => {
    if (reason === null) onShoot();
  };
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(shoot);
  useEffect(() => {
    latest.current = shoot;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, repeat, target } = event;
      if (!KEYS.includes(key) || event.ctrlKey || event.metaKey || event.altKey) return;
      const control = target instanceof Element ? target.closest(CONTROLS) : null;
      // A focused button already gets a click from the key; a held key would click it again and again.
      if (control === button.current && repeat) event.preventDefault();
      if (control !== null) return;
      event.preventDefault();
      if (!repeat) latest.current();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return (
    <button
      type="button"
      ref={button}
      aria-label="Take photo"
      aria-disabled={reason !== null || undefined}
      title={reason ?? "Take photo (space)"}
      onClick={shoot}
      className="size-19 shrink-0 touch-manipulation rounded-full border-4 border-ink p-1 transition-transform duration-75 active:scale-92 aria-disabled:opacity-40"
    >
      <span aria-hidden className="block size-full rounded-full bg-ink" />
    </button>
  );
}

const CONTROLS =
  'a, button, input, select, textarea, [role="combobox"], [role="option"], [role="dialog"], [role="alertdialog"], [role="listbox"]';
