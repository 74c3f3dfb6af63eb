import type { FastifyReply } from "fastify";
import type { AppError } from "#kernel/errors.ts";
import { retryAfterSeconds, toAppError } from "./failures.ts";
import type { Api, RoutesPlugin } from "./index.ts";

/**
 * Routes that Lightning wallets ask: from any web page, and every refusal in LNURL's own form (LUD-01), also those that are made before
 * the route is reached.
 */
export function lnurlForm(routes: RoutesPlugin): RoutesPlugin {
  return (api) => {
    void api.register(async (lnurl: Api) => {
      lnurl.addHook("onSend", async (_request, reply) => void reply.header("access-control-allow-origin", "*"));
      lnurl.setErrorHandler((error, request, reply) => {
        request.failure = toAppError(error);
        return sendFailure(request.failure, reply);
      });
      routes(lnurl);
    });
  };
}

/** LUD-01: wallets read the body alone. The status is for those who watch the service. */
function sendFailure(failure: AppError, reply: FastifyReply): FastifyReply {
  const retryAfter = retryAfterSeconds(failure);
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  return reply.code(failure.status).send({ status: "ERROR", reason: failure.message });
}
