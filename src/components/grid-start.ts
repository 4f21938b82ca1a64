import {
  measureElement,
  type observeWindowRect,
  type ReactVirtualizerOptions,
  windowScroll,
} from "@tanstack/react-virtual";

/**
 * The first render of a grid. A grid with a single column assumes the viewport and estimated row heights, and gets the
 * measured values after the first layout: reading them earlier would force a layout inside the render. With more
 * columns the width has to be measured first.
 */
export class GridStart {
  readonly isKnown: boolean;
  /** The options of the virtualizer that read the window. */
  readonly window: Partial<ReactVirtualizerOptions<Window, HTMLDivElement>> = {};
  #isLaidOut: boolean;

  constructor(minItemPx: number) {
    const { innerWidth: width, innerHeight: height } = window;
    this.isKnown = width < 2 * minItemPx;
    if (this.isKnown) {
      this.window = {
        initialRect: { width, height },
        observeElementRect: followWindowRect,
        // The initial scroll goes to the present position and would force a layout.
        scrollToFn: (...to) => this.#isLaidOut && windowScroll(...to),
      };
    }
    this.#isLaidOut = !this.isKnown || window.scrollY > 0;
  }

  /** The height of a row; its estimate before the first layout. */
  readonly measure: typeof measureElement = (element, entry, instance) => {
    if (entry) this.#isLaidOut = true;
    if (this.#isLaidOut) return measureElement(element, entry, instance);
    return instance.options.estimateSize(instance.indexFromElement(element));
  };
}

/** Reports the size of the window when it changes. It does not read the initial size, which would force a layout. */
const followWindowRect: typeof observeWindowRect = (_instance, tell) => {
  const follow = () => tell({ width: window.innerWidth, height: window.innerHeight });
  window.addEventListener("resize", follow, { passive: true });
  return () => window.removeEventListener("resize", follow);
};
