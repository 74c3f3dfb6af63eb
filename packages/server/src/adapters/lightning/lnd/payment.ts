import { sha256 } from "@noble/hashes/sha2.js";
import type { Msats } from "#kernel/money.ts";
import type { Failed, InFlight, PaymentFailureReason, Settled } from "#lightning";
import { amountOf, bytes32Of, countOf, type Fields, fieldsOf, listOf, nonsense, oneOf } from "../answers.ts";
import { isSameBytes, textOrEmpty, uint64Of } from "./answers.ts";

/** A payment as LND has it. Of a hash it has one: another attempt after a failure replaces it. */
export type LndPayment = {
  readonly paymentHash: Uint8Array;
  /**
   * Names this attempt: with LND's SQL tables a second one after a failure has the same index, so the time belongs to
   * it.
   */
  readonly reference: string;
  readonly index: bigint;
  /** Without the fee. */
  readonly amount: Msats;
  readonly status: Settled | Failed | InFlight;
  /** Its HTLCs. Those of a failed payment are forgotten. */
  readonly htlcs: readonly LndHtlc[];
};

export type LndHtlc = {
  readonly status: "IN_FLIGHT" | "SUCCEEDED" | "FAILED";
  /** Id of our channel that carries it. */
  readonly channel: string;
  /** Block after which our channel gives it back. */
  readonly lockedUntilBlock: number;
};

const STATUSES = ["SUCCEEDED", "FAILED", "IN_FLIGHT", "INITIATED"] as const;
const HTLC_STATUSES = ["IN_FLIGHT", "SUCCEEDED", "FAILED"] as const;

/** LND names no failure that a fee limit causes: it says NO_ROUTE. */
const REASONS: Readonly<Record<string, PaymentFailureReason>> = {
  FAILURE_REASON_NO_ROUTE: "no_route",
  FAILURE_REASON_INSUFFICIENT_BALANCE: "insufficient_liquidity",
  FAILURE_REASON_INCORRECT_PAYMENT_DETAILS: "recipient_rejected",
  FAILURE_REASON_TIMEOUT: "timeout",
};

export function paymentOf(payment: Fields): LndPayment {
  const htlcs = listOf(payment["htlcs"]);
  return { ...recordOf(payment, { isAmp: isAmp(htlcs) }), htlcs: htlcs.map(htlcOf) };
}

/** Without its HTLCs, which lists leave out or have in full length. */
export function recordOf(payment: Fields, { isAmp } = { isAmp: false }): Omit<LndPayment, "htlcs"> {
  const paymentHash = bytes32Of(payment["payment_hash"]);
  const index = uint64Of(payment["payment_index"]);
  return {
    paymentHash,
    reference: `${index}.${uint64Of(payment["creation_time_ns"])}`,
    index,
    amount: amountOf(payment["value_msat"]),
    status: statusOf(payment, { paymentHash, isAmp }),
  };
}

/**
 * Each part of an AMP payment has a hash and a preimage of its own; that of the whole is a name (BOLT 4, "set_id"). The
 * service makes none, and its own payments are settled by their preimage alone.
 */
function isAmp(htlcs: readonly Fields[]): boolean {
  const settled = htlcs.filter(({ status }) => status === "SUCCEEDED");
  const ends = settled.map(({ route }) => listOf(fieldsOf(route)["hops"]).at(-1)?.["amp_record"]);
  return ends.length > 0 && ends.every((record) => typeof record === "object" && record !== null);
}

/**
 * `status` alone decides: payments that succeeded have been seen with a reason of failure, and others had one before
 * their last HTLC was back.
 */
function statusOf(
  payment: Fields,
  { paymentHash, isAmp }: { readonly paymentHash: Uint8Array; readonly isAmp: boolean },
): Settled | Failed | InFlight {
  switch (oneOf(STATUSES, payment["status"])) {
    case "SUCCEEDED": {
      const preimage = bytes32Of(payment["payment_preimage"]);
      if (!isAmp && !isSameBytes(sha256(preimage), paymentHash)) throw nonsense("the preimage of the hash", preimage);
      return { kind: "settled", preimage, fee: amountOf(payment["fee_msat"]) };
    }
    case "FAILED":
      return { kind: "failed", reason: REASONS[textOrEmpty(payment["failure_reason"])] ?? "other" };
    case "IN_FLIGHT":
    case "INITIATED":
      return { kind: "in_flight" };
  }
}

function htlcOf(htlc: Fields): LndHtlc {
  const route = fieldsOf(htlc["route"]);
  const [first] = listOf(route["hops"]);
  return {
    status: oneOf(HTLC_STATUSES, htlc["status"]),
    channel: String(uint64Of(first?.["chan_id"])),
    lockedUntilBlock: countOf(route["total_time_lock"]),
  };
}
