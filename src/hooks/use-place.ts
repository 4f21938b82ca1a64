import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * The width of an element and its distance from the top of the document, in px. Both are set before the first paint, or
 * with the first layout if the first render does not need them: measuring earlier forces a layout.
 */
export function usePlace(element: RefObject<HTMLElement | null>, isNeededFirst = true) {
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => {
      const box = measured.getBoundingClientRect();
      const top = Math.round(box.top + window.scrollY);
      const width = Math.round(box.width);
      setPlace((old) => (old.width === width && old.top === top ? old : { width, top }));
    };
    if (isNeededFirst) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    // An element above can grow or shrink without touching the element itself.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element, isNeededFirst]);
  return place;
}
