/** One try to get a part of a payment to the recipient. Amounts in msats. */
export type LndAttempt = {
  readonly id: bigint;
  /** The channel that it begins with. */
  readonly chanId: string;
  readonly peer: string;
  readonly payee: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly timeLock: number;
  readonly startedNs: bigint;
  resolvedNs: bigint;
  status: "IN_FLIGHT" | "SUCCEEDED" | "FAILED";
};

export type FailureReason =
  | "FAILURE_REASON_NONE"
  | "FAILURE_REASON_TIMEOUT"
  | "FAILURE_REASON_NO_ROUTE"
  | "FAILURE_REASON_ERROR"
  | "FAILURE_REASON_INCORRECT_PAYMENT_DETAILS"
  | "FAILURE_REASON_INSUFFICIENT_BALANCE"
  | "FAILURE_REASON_CANCELED";

/** A payment as the node's database has it. */
export type LndPayment = {
  readonly index: bigint;
  readonly createdNs: bigint;
  /** Lower-case hex. */
  readonly hash: string;
  readonly amount: bigint;
  readonly request: string;
  status: "IN_FLIGHT" | "SUCCEEDED" | "FAILED";
  reason: FailureReason;
  /** Lower-case hex, when an attempt of it has settled. */
  preimage: string | undefined;
  attempts: LndAttempt[];
  /** Each part has a hash of its own (BOLT 4); that of the payment is a name. */
  isAmp?: true;
};

const NO_PREIMAGE = "00".repeat(32);
/** Of the router's channel to the counterparty. */
const SECOND_HOP = "139637976858624";

/** As every call shows it. The preimage and the fee are there as soon as one part has settled. */
export function paymentJson(payment: LndPayment, { omitHops = false } = {}): object {
  const settled = payment.attempts.filter(({ status }) => status === "SUCCEEDED");
  const fee = settled.reduce((sum, attempt) => sum + attempt.fee, 0n);
  return {
    payment_hash: payment.hash,
    value: payment.amount / 1_000n,
    creation_date: payment.createdNs / 1_000_000_000n,
    fee: fee / 1_000n,
    payment_preimage: payment.preimage ?? NO_PREIMAGE,
    value_sat: payment.amount / 1_000n,
    value_msat: payment.amount,
    payment_request: payment.request,
    status: payment.status,
    fee_sat: fee / 1_000n,
    fee_msat: fee,
    creation_time_ns: payment.createdNs,
    htlcs: payment.attempts.map((attempt) => attemptJson(attempt, payment, omitHops)),
    payment_index: payment.index,
    failure_reason: payment.reason,
    first_hop_custom_records: { 106823: "AA==" },
  };
}

function attemptJson(attempt: LndAttempt, payment: LndPayment, omitHops: boolean): object {
  const { amount, fee, timeLock, status } = attempt;
  const hop = (chanId: string, pubKey: string, hopFee: bigint) => ({
    chan_id: chanId,
    chan_capacity: amount / 1_000n,
    amt_to_forward: amount / 1_000n,
    fee: hopFee / 1_000n,
    expiry: timeLock - 80,
    amt_to_forward_msat: amount,
    fee_msat: hopFee,
    pub_key: pubKey,
    tlv_payload: true,
    mpp_record: null,
    amp_record: null,
    custom_records: {},
    metadata: "",
    blinding_point: "",
    encrypted_data: "",
    total_amt_msat: 0n,
  });
  const record = { root_share: Buffer.alloc(32), set_id: Buffer.from(payment.hash, "hex"), child_index: 0 };
  const amp = payment.isAmp === true && { amp_record: record, mpp_record: null };
  return {
    attempt_id: attempt.id,
    status,
    route: {
      total_time_lock: timeLock,
      total_fees: fee / 1_000n,
      total_amt: (amount + fee) / 1_000n,
      hops: omitHops ? [] : [hop(attempt.chanId, attempt.peer, fee), { ...hop(SECOND_HOP, attempt.payee, 0n), ...amp }],
      total_fees_msat: fee,
      total_amt_msat: amount + fee,
      first_hop_amount_msat: amount + fee,
      custom_channel_data: "",
    },
    attempt_time_ns: attempt.startedNs,
    resolve_time_ns: attempt.resolvedNs,
    failure: status === "FAILED" ? failureJson() : null,
    preimage: status === "SUCCEEDED" ? Buffer.from(payment.preimage ?? "", "hex") : "",
  };
}

function failureJson(): object {
  return {
    code: "INCORRECT_OR_UNKNOWN_PAYMENT_DETAILS",
    channel_update: null,
    htlc_msat: 0n,
    onion_sha_256: "",
    cltv_expiry: 0,
    flags: 0,
    failure_source_index: 2,
    height: 0,
  };
}
