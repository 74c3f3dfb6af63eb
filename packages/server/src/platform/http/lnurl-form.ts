import { beginFailure } from "./failures.ts";
import type { Api, RoutesPlugin } from "./index.ts";

/**
 * Routes that Lightning wallets ask: from any web page, and every refusal in LNURL's own form (LUD-01), also those that
 * are made before the route is reached.
 */
export function lnurlForm(routes: RoutesPlugin): RoutesPlugin {
  return (api) => {
    void api.register(async (lnurl: Api) => {
      lnurl.addHook("onSend", async (_request, reply) => void reply.header("access-control-allow-origin", "*"));
      // LUD-01: wallets read the body alone. The status is for those who watch the service.
      lnurl.setErrorHandler((error, request, reply) => {
        const { message } = beginFailure(error, request, reply);
        return reply.send({ status: "ERROR", reason: message });
      });
      routes(lnurl);
    });
  };
}
