import { createHash } from "node:crypto";
import * as ldk from "lightningdevkit";
import { BadRequest } from "../children/control-server.ts";
import { hex } from "./bytes.ts";
import { need, some } from "./ldk.ts";

/** The input of `pay`, checked. */
export type CheckedPayParams = CheckedLimits & {
  readonly invoice: string;
  readonly paymentHash: string | undefined;
  readonly msats: bigint | undefined;
};

/** The input of `keysend`, checked. */
export type CheckedKeysendParams = CheckedLimits & {
  readonly nodeId: Uint8Array;
  readonly preimage: Uint8Array;
  readonly msats: bigint;
  readonly records: readonly { readonly type: bigint; readonly value: Uint8Array }[];
};

export type CheckedLimits = {
  readonly feeLimitMsats: bigint;
  readonly cltvLimitBlocks: number;
  /** Of `performance.now()`: later than this nothing is sent. */
  readonly deadlineMs: number;
  readonly waitMs: number;
};

/** A payment as the library takes it. */
export type Payable = {
  /** The payment hash. It is the payment's id too, so the library also refuses to pay a hash twice concurrently. */
  readonly id: Uint8Array;
  /** Distinguishes what is sent for one hash. */
  readonly digest: string;
  readonly onion: ldk.RecipientOnionFields;
  readonly route: ldk.RouteParameters;
  /** Undefined: the recipient made an invoice. */
  readonly preimage: Uint8Array | undefined;
  readonly hasExpired: boolean;
};

/** Final delta of a keysend, for which no invoice asks: what LND takes. */
const KEYSEND_CLTV_BLOCKS = 80;
/** How long a keysend is tried. */
const KEYSEND_EXPIRY_SECONDS = 3_600n;

/** The invoice; undefined when it is not one of this network. */
export function readInvoice(text: string): ldk.Bolt11Invoice | undefined {
  const parsed = ldk.Bolt11Invoice.constructor_from_str(text);
  if (!(parsed instanceof ldk.Result_Bolt11InvoiceParseOrSemanticErrorZ_OK)) return undefined;
  return parsed.res.currency() === ldk.Currency.LDKCurrency_Regtest ? parsed.res : undefined;
}

/** What the library needs to pay the invoice within the limits. @throws {BadRequest} */
export function payableInvoice(invoice: ldk.Bolt11Invoice, params: CheckedPayParams): Payable {
  const hasAmount = some(invoice.amount_milli_satoshis()) !== undefined;
  if (hasAmount === (params.msats !== undefined))
    throw new BadRequest("an amount goes with an invoice without one only");
  const read =
    params.msats === undefined
      ? ldk.UtilMethods.constructor_payment_parameters_from_invoice(invoice)
      : ldk.UtilMethods.constructor_payment_parameters_from_variable_amount_invoice(invoice, params.msats);
  const parameters = need<ldk.ThreeTuple_ThirtyTwoBytesRecipientOnionFieldsRouteParametersZ>(read, "invoice");
  return {
    id: parameters.get_a(),
    digest: digestOf(params.invoice),
    onion: parameters.get_b(),
    route: within(params, parameters.get_c()),
    preimage: undefined,
    hasExpired: invoice.would_expire(nowSeconds()),
  };
}

/** What the library needs to pay a node that made no invoice. @throws {BadRequest} */
export function payableKeysend(id: Uint8Array, params: CheckedKeysendParams): Payable {
  const { nodeId, preimage, msats, records } = params;
  const payee = ldk.PaymentParameters.constructor_for_keysend(nodeId, KEYSEND_CLTV_BLOCKS, false);
  payee.set_expiry_time(ldk.Option_u64Z.constructor_some(nowSeconds() + KEYSEND_EXPIRY_SECONDS));
  const fields = ldk.RecipientOnionFields.constructor_spontaneous_empty().with_custom_tlvs(
    records.map(({ type, value }) => ldk.TwoTuple_u64CVec_u8ZZ.constructor_new(type, value)),
  );
  if (!(fields instanceof ldk.Result_RecipientOnionFieldsNoneZ_OK))
    throw new BadRequest("the records are not as they must be");
  return {
    id,
    digest: digestOf(`keysend ${hex(nodeId)} ${msats}`),
    onion: fields.res,
    route: within(params, ldk.RouteParameters.constructor_from_payment_params_and_value(payee, msats)),
    preimage,
    hasExpired: false,
  };
}

/** The route with the limits of the payment. */
function within({ feeLimitMsats, cltvLimitBlocks }: CheckedLimits, route: ldk.RouteParameters): ldk.RouteParameters {
  route.set_max_total_routing_fee_msat(ldk.Option_u64Z.constructor_some(feeLimitMsats));
  const payee = route.get_payment_params();
  payee.set_max_total_cltv_expiry_delta(cltvLimitBlocks);
  route.set_payment_params(payee);
  return route;
}

function nowSeconds(): bigint {
  return BigInt(Math.floor(Date.now() / 1_000));
}

/** Distinguishes invoices of the same payment hash: only the first one is paid. */
export function digestOf(invoice: string): string {
  return createHash("sha256").update(invoice.toLowerCase()).digest("hex").slice(0, 32);
}
