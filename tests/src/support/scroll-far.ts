import { fireEvent } from "@testing-library/react";

/** Scrolls an element, or the window if it is null, as a person does. */
export function scrollTo(box: HTMLElement | null, { top = 0, left = 0 }): void {
  if (box === null) window.scrollTo(left, top);
  else Object.assign(box, { scrollTop: top, scrollLeft: left });
  fireEvent.scroll(box ?? window);
}
