import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { type RoutesPlugin, success } from "#platform/http/index.ts";
import { changeIdentity } from "./change-identity.ts";
import { type Confirmed, confirmPayment } from "./confirm-payment.ts";
import type { IsOn, SandboxDeps } from "./deps.ts";
import { challengePath } from "./model/payment.ts";

const params = z.object({ reference: z.string().max(64) });
const cardSchema = z.object({ number: z.string().max(40), expiry: z.string().max(10), cvc: z.string().max(10) });
const personSchema = z.object({ firstName: z.string().max(100), surname: z.string().min(1).max(100) });

/**
 * What the page of a purchase asks the sandbox, where a real processor's script asks the processor itself. The
 * reference in the path is the credential. Where the sandbox is not chosen there is nothing.
 */
export function sandboxRoutes(deps: SandboxDeps & IsOn): RoutesPlugin {
  const config = { access: "public" } as const;
  return (api) => {
    api.post(
      "/ramp/sandbox/payments/:reference/confirm",
      { config, schema: { params, body: cardSchema, hide: true } },
      async ({ params: { reference }, body }) => {
        if (!deps.isOn()) throw unknown("payment");
        const confirmed = await confirmPayment(deps, reference, body);
        if (confirmed === undefined) throw unknown("payment");
        return success(present(confirmed), "Card read.");
      },
    );
    api.post(
      "/ramp/sandbox/identity/:reference",
      { config, schema: { params, body: personSchema, hide: true } },
      async ({ params: { reference }, body: { surname } }) => {
        if (!deps.isOn()) throw unknown("identity");
        const identity = await changeIdentity(deps, reference, { kind: "submit", surname });
        if (identity === undefined) throw unknown("identity");
        return success({ state: identity.state }, "Identity read.");
      },
    );
  };
}

/**
 * A payment that was captured or given up says so by the page's own state; here it counts as authorized or declined.
 */
function present({ payment: { reference, state }, reason }: Confirmed) {
  if (reason !== undefined) return { state: "declined", reason };
  switch (state) {
    case "waiting":
      return { state };
    case "requires_action":
      return { state, challenge_url: challengePath(reference) };
    case "authorized":
    case "captured":
      return { state: "authorized" };
    case "canceled":
      return { state: "declined", reason: "payment_canceled" };
  }
}

function unknown(what: string): AppError {
  return new AppError("not_found", `the sandbox has no such ${what}`);
}
