import type { Msats } from "#kernel/money.ts";
import { payLinkAt } from "../model/pay-link.ts";
import { answerPayCallback, type PayCallbackDeps } from "./answer-pay-callback.ts";

type InvoiceAt = (
  url: URL,
  asked: { readonly amount: Msats; readonly comment?: string | undefined },
) => Promise<string> | undefined;

/**
 * Gives the invoice that a payer gets at a web address of this service, as an LNURL holds it, without a request to it.
 * Undefined when the address is another server's. It throws as `answerPayCallback` does.
 */
export function invoicesAt(deps: PayCallbackDeps): InvoiceAt {
  return (url, { amount, comment }) => {
    const ref = payLinkAt(url, deps.baseUrl);
    if (ref === undefined) return undefined;
    const asked = { ref, amount: String(amount), comment };
    return answerPayCallback(deps, asked).then(({ invoice }) => invoice);
  };
}
