/** Says in the answer that a `callbackUrl` is kept and will not be called. */
import { z } from "zod";
import type { Issue } from "#kernel/errors.ts";
import type { Refusal } from "../outbound/errors.ts";
import type { Api } from "./index.ts";

/** Why an address is not called, as far as the address alone shows it. */
export type Uncalled = { refusalOf(url: URL): Refusal | undefined };

const FIELD = "callbackUrl";

/** Sees to the routes that are added to `api` afterwards and whose body has a `callbackUrl`. */
export function warnOfUncalled(api: Api, { refusalOf }: Uncalled): void {
  api.addHook("onRoute", (route) => {
    const { body } = route.schema ?? {};
    if (!(body instanceof z.ZodObject) || !Object.hasOwn(body.shape, FIELD)) return;
    const { preHandler = [] } = route;
    route.preHandler = [
      ...[preHandler].flat(),
      (request, _reply, done) => {
        const warning = warningOf((request.body as Readonly<Record<string, unknown>>)[FIELD], refusalOf);
        if (warning !== undefined) request.warnings = [...(request.warnings ?? []), warning];
        done();
      },
    ];
  });
}

function warningOf(text: unknown, refusalOf: Uncalled["refusalOf"]): Issue | undefined {
  const url = typeof text === "string" ? URL.parse(text) : null;
  const reason = url === null ? undefined : refusalOf(url);
  return reason && { field: FIELD, issue: `is kept but will not be called: ${WHY[reason]}` };
}

const ALLOWED = "or a host and port that the operator allows (LEYDEN_OUTBOUND_ALLOW)";
const WHY: Readonly<Record<Refusal, string>> = {
  scheme: `only https is, ${ALLOWED}`,
  port: `only port 443 is, ${ALLOWED}`,
  userinfo: "it holds a user or password",
  host: `only a host on the public internet is, ${ALLOWED}`,
  address: `only a host on the public internet is, ${ALLOWED}`,
};
