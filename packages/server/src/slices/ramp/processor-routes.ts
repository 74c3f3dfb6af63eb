import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { type Api, type RoutesPlugin, success } from "#platform/http/index.ts";
import { type TakeMessageDeps, takeMessage } from "./drive/take-message.ts";
import type { ChosenProcessor } from "./model/ports.ts";

export type ProcessorRoutesDeps = TakeMessageDeps & { readonly processor: ChosenProcessor };

const schema = { hide: true, params: z.object({ processor: z.string() }) } as const;

/**
 * `POST /ramp/webhooks/{processor}`: messages of the card processor. Its signature is over the bytes, so they are not
 * parsed before.
 */
export function processorRoutes(deps: ProcessorRoutesDeps): RoutesPlugin {
  return (api) => {
    void api.register(async (scope: Api) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, bytes, done) => done(null, bytes));
      scope.post(
        "/ramp/webhooks/:processor",
        { config: { access: "public", scope: "ramp" }, schema },
        async ({ params, body, headers }) => {
          const processor = deps.processor();
          if (processor === undefined || processor.name !== params.processor)
            throw new AppError("not_found", "this service has no such processor");
          const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
          await takeMessage(deps, processor.name, processor.readWebhook({ body: bytes, headers }));
          return success({}, "Message taken.");
        },
      );
    });
  };
}
