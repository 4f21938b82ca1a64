/** The interval in milliseconds at which an open page reports that it is still open. */
export const beatMs = 20_000;

/**
 * The silence in milliseconds after which a page counts as gone: closed, crashed or offline. A beat on a poor
 * connection has eight seconds to arrive, and others see the loss within thirty.
 */
export const silenceMs = 28_000;
