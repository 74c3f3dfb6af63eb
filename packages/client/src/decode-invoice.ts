import type { CallOptions, Http } from "./http.ts";
import type { DecodedInvoice } from "./objects.ts";

/**
 * Says what is in a BOLT 11 invoice, of whatever node. Nothing is paid. @throws {LeydenError} `invoice_invalid` when it
 * is none.
 */
export type DecodeInvoice = (invoice: string, options?: CallOptions) => Promise<DecodedInvoice>;

export function decodeInvoiceOf(http: Http): DecodeInvoice {
  return async (invoice, options = {}) =>
    await http.write("post", "/v0/decode-invoice", { ...options, body: { invoice }, movesMoney: false });
}
