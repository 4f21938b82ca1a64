import { fireEvent } from "@testing-library/react";

/** Scrolls a box, or the window where there is none, as a person does. */
export function scrollTo(box: HTMLElement | null, { top = 0, left = 0 }): void {
  if (box === null) window.scrollTo(left, top);
  else Object.assign(box, { scrollTop: top, scrollLeft: left });
  fireEvent.scroll(box ?? window);
}
