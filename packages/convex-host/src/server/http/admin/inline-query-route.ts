import * as z from "zod";
import { requireAdmin } from "../authorization.ts";
import type { RouteHandler } from "../exchange.ts";
import { sendText } from "../respond.ts";
import { outcomeText } from "../function-routes.ts";
import { parseBody } from "../body.ts";
import { inTurn, readArguments } from "../run-call.ts";

const body = z.object({
  bundle: z.object({ source: z.string() }),
  componentId: z.null("Components are not supported by this host.").optional(),
});

/** `POST /api/run_test_function`: runs the query of a module that comes with the request, and keeps nothing of it. */
export const inlineQueryRoute: RouteHandler = async (services, exchange) => {
  const caller = await requireAdmin(services, exchange);
  const asked = { services, exchange, caller };
  const { bundle } = parseBody(body, await readArguments(asked));
  const metadata = services.turns.metadataOf(exchange, caller);
  const outcome = await inTurn(asked, (thread) =>
    thread.ask("inline-query", { source: bundle.source, metadata }),
  );
  // The command line reads failures of the query with this status only.
  sendText(exchange.response, {
    status: 200,
    type: "application/json",
    text: outcomeText(outcome, "convex_encoded_json"),
  });
};
