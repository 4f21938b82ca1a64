let typed = "";
let isEntered = false;

/**
 * The text that is typed into a stand-in for a field whose code is loading. At most one stand-in is shown at a time.
 */
export const typedAhead = {
  /** The initial text of the real field; "" without a stand-in. */
  text: (): string => typed,
  /** True when Enter followed the text: the field then chooses its first result. */
  isEntered: (): boolean => isEntered,
  set: (text: string): void => {
    typed = text;
    isEntered = false;
  },
  /** Enter without a text is ignored, because no result is visible yet. */
  enter: (): void => {
    isEntered = typed.trim() !== "";
  },
};
