import { answerMark } from "../../../convex/rules/answerMark.ts";

/** A response as the server itself sends it, and nothing that stands between it and the page. */
export function ofServer(response: Response): Response {
  response.headers.set(answerMark, "1");
  return response;
}
