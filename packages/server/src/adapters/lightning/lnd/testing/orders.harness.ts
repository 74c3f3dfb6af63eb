import type { Clock } from "#kernel/clock.ts";
import { decodeInvoice, type Invoice } from "#protocol/bolt11.ts";
import { type Fields, type Kind, RpcError } from "./fields.harness.ts";

/** What a request to send asks for. */
export type Order = {
  /** Lower-case hex. */
  readonly hash: string;
  readonly amount: bigint;
  /** "" for a payment without an invoice. */
  readonly request: string;
  /** Public key of the recipient, lower-case hex. */
  readonly payee: string;
  readonly feeLimit: bigint;
  readonly cltvLimit: number;
  readonly finalCltv: number;
  /** The preimage that a payment without an invoice brings along. */
  readonly preimage: Uint8Array | undefined;
};

/** SendPaymentRequest of lnd 0.21. */
export const SEND_FIELDS: Readonly<Record<string, Kind>> = {
  dest: "bytes",
  amt: "int",
  amt_msat: "int",
  payment_hash: "bytes",
  final_cltv_delta: "int",
  payment_addr: "bytes",
  payment_request: "string",
  timeout_seconds: "int",
  fee_limit_sat: "int",
  fee_limit_msat: "int",
  outgoing_chan_id: "int",
  outgoing_chan_ids: { list: "int" },
  last_hop_pubkey: "bytes",
  cltv_limit: "int",
  dest_custom_records: { map: "bytes" },
  allow_self_payment: "bool",
  dest_features: { list: "enum" },
  max_parts: "int",
  no_inflight_updates: "bool",
  max_shard_size_msat: "int",
  amp: "bool",
  time_pref: "double",
  cancelable: "bool",
  first_hop_custom_records: { map: "bytes" },
};

const KEYSEND_RECORD = "5482373484";
const FINAL_CLTV_DEFAULT = 80;
const MAX_CLTV = 2_016;
const PADDING_BLOCKS = 3;

/** Reads a request to send, as LND does it before it looks at the hash. @throws {RpcError} with code 2. */
export function readOrder(
  { clock, nodeId }: { readonly clock: Clock; readonly nodeId: string },
  fields: Fields,
): Order {
  const given = (fields["amt_msat"] as bigint | undefined) ?? ((fields["amt"] as bigint | undefined) ?? 0n) * 1_000n;
  const feeLimit =
    (fields["fee_limit_msat"] as bigint | undefined) ??
    ((fields["fee_limit_sat"] as bigint | undefined) ?? 0n) * 1_000n;
  const text = (fields["payment_request"] as string | undefined) ?? "";
  const wanted = text === "" ? readKeysend(fields, given) : readInvoice(text, clock, given);
  const cltvLimit = Number(fields["cltv_limit"] ?? MAX_CLTV);
  const least = wanted.finalCltv + PADDING_BLOCKS;
  if (cltvLimit <= least) throw new RpcError(2, `cltv limit ${cltvLimit} should be greater than ${least}`);
  if (cltvLimit > MAX_CLTV) throw new RpcError(2, `total time lock of ${cltvLimit} exceeds max allowed ${MAX_CLTV}`);
  if (wanted.payee === nodeId && fields["allow_self_payment"] !== true)
    throw new RpcError(2, "self-payments not allowed");
  return { ...wanted, feeLimit, cltvLimit };
}

function readInvoice(text: string, clock: Clock, given: bigint): Omit<Order, "feeLimit" | "cltvLimit"> {
  const invoice = decoded(text);
  if (invoice.network !== "regtest") throw new RpcError(2, "invoice not for current active network 'regtest'");
  if (invoice.expiresAt <= clock.now())
    throw new RpcError(2, `invoice expired. Valid until ${invoice.expiresAt.toISOString()}`);
  if (invoice.amount !== undefined && given !== 0n)
    throw new RpcError(2, "amount must not be specified when paying a non-zero amount invoice");
  if (invoice.amount === undefined && given === 0n)
    throw new RpcError(2, "amount must be specified when paying a zero amount invoice");
  return {
    hash: Buffer.from(invoice.paymentHash).toString("hex"),
    amount: invoice.amount ?? given,
    request: text,
    payee: invoice.payee,
    finalCltv: invoice.minFinalCltvExpiry,
    preimage: undefined,
  };
}

function decoded(text: string): Invoice {
  try {
    return decodeInvoice(text);
  } catch {
    throw new RpcError(2, "failed converting data to bytes: invalid character not part of charset: 111");
  }
}

function readKeysend(fields: Fields, amount: bigint): Omit<Order, "feeLimit" | "cltvLimit"> {
  const [dest, hash] = [fields["dest"], fields["payment_hash"]] as (Buffer | undefined)[];
  if (dest?.length !== 33) throw new RpcError(2, `invalid vertex length of ${dest?.length ?? 0}, want 33`);
  if (hash?.length !== 32) throw new RpcError(2, `invalid hash length of ${hash?.length ?? 0}, want 32`);
  if (amount === 0n) throw new RpcError(2, "amount must be specified");
  const records = (fields["dest_custom_records"] ?? {}) as Readonly<Record<string, Buffer>>;
  return {
    hash: hash.toString("hex"),
    amount,
    request: "",
    payee: dest.toString("hex"),
    finalCltv: Number(fields["final_cltv_delta"] ?? FINAL_CLTV_DEFAULT),
    preimage: records[KEYSEND_RECORD],
  };
}
