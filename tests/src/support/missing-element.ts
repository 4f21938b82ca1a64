import { configure, prettyDOM } from "@testing-library/react";

/**
 * The error of a missing element includes the page, which is printed only when the message is read. A wait queries, and
 * fails, at each change of the page; printing the page each time took a tenth of the time of these tests.
 */
function missingElement(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = "TestingLibraryElementError";
  // The report shows the line of the test.
  Error.captureStackTrace(error, missingElement);
  Object.defineProperty(error, "message", {
    configurable: true,
    get: () => [message, prettyDOM(container)].filter(Boolean).join("\n\n"),
  });
  return error;
}

configure({ getElementError: missingElement });
