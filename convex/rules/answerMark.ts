/**
 * The header of every answer of the HTTP API, on every host. A network with a sign-in page, a proxy or a gateway that
 * answers in the server's place does not send it.
 */
export const answerMark = "Turnboard-Answer";
