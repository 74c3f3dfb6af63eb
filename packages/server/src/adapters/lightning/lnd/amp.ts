import { bytesToHex } from "@noble/hashes/utils.js";
import type { ReceivedItem } from "#lightning";
import { amountOf, type Fields, fieldsOf, ifReadable } from "../answers.ts";
import { base64Bytes32Of, uint64Of } from "./answers.ts";

/** Field that `settledIn` adds: which set of an AMP invoice it is. */
export const AMP_SET = "leyden_amp_set";

/**
 * The receipts of an invoice as LND lists or streams it. An AMP invoice (BOLT 4) may be paid many times, in sets: each
 * has its own settle index, time and amount, the invoice itself none (`amp_invoice_state`, lightning.proto). What has
 * no settle index has no place.
 */
export function settledIn(invoice: Fields): readonly Fields[] {
  const sets = ifReadable(fieldsOf, invoice["amp_invoice_state"]) ?? {};
  const receipts = Object.entries(sets).map(([set, fields]) => receiptOf(invoice, set, fieldsOf(fields)));
  return (receipts.length > 0 ? receipts : [invoice])
    .filter(({ state, settle_index: index }) => state === "SETTLED" && uint64Of(index) > 0n)
    .sort((one, other) => (uint64Of(one["settle_index"]) < uint64Of(other["settle_index"]) ? -1 : 1));
}

function receiptOf(invoice: Fields, set: string, { state, settle_index, settle_time, amt_paid_msat }: Fields): Fields {
  return { ...invoice, [AMP_SET]: set, state, settle_index, settle_date: settle_time, amt_paid_msat };
}

/**
 * No charge of ours is AMP, and all sets have the hash of the invoice, which may be booked once: each is an item by its
 * own place, for the operator.
 */
export function ampReceipt(invoice: Fields, cursor: string): ReceivedItem {
  const hash = ifReadable(base64Bytes32Of, invoice["r_hash"]);
  const amount = ifReadable(amountOf, invoice["amt_paid_msat"]);
  const place = `${hash === undefined ? cursor : bytesToHex(hash)}.${invoice[AMP_SET]}`;
  const what = `a set of an AMP invoice brought ${amount ?? "an unknown number of"} msats`;
  return { kind: "unreadable", cursor, place, detail: `${what}: no charge of the service is one` };
}
