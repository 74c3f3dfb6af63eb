import type { Msats } from "#kernel/money.ts";
import type { SendOutcome, SendRequest } from "#lightning";
import { decodeInvoice, type Invoice } from "#protocol/bolt11.ts";

/** Undefined for one that cannot be read. */
export function readInvoice(text: string): Invoice | undefined {
  try {
    return decodeInvoice(text);
  } catch {
    return undefined;
  }
}

/** What can be seen of an order without the backend. `objectionTo`: why it does not pay an amount, if it does not. */
export function refusalOf(
  { invoice, paymentHash, amount: chosen, expiresAt }: SendRequest,
  { now, objectionTo }: { readonly now: Date; readonly objectionTo: (amount: Msats) => string | undefined },
): SendOutcome | undefined {
  const refused = (detail: string) => ({ kind: "not_sent", reason: "refused", detail }) as const;
  const read = readInvoice(invoice);
  if (read === undefined) return refused("the invoice cannot be read");
  if (Buffer.compare(read.paymentHash, paymentHash) !== 0) return refused("the invoice has another payment hash");
  if (now >= expiresAt || now >= read.expiresAt) return { kind: "not_sent", reason: "expired" };
  const amount = chosen ?? read.amount;
  if (amount === undefined) return refused("the invoice has no amount, and none was chosen");
  const objection = objectionTo(amount);
  return objection === undefined ? undefined : refused(objection);
}
