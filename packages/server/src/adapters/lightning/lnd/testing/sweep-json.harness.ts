/** An output of a close that the node's sweeper has not brought into the wallet. */
export type LndSweep = {
  readonly txid: string;
  readonly index: number;
  readonly sats: bigint;
  readonly satsPerVbyte: bigint;
  readonly attempts: number;
  /** 0: it can be spent at once. */
  readonly maturity: number;
};

/** As PendingSweeps has it. */
export function sweepJson({ txid, index, sats, satsPerVbyte, attempts, maturity }: LndSweep): object {
  return {
    outpoint: { txid_bytes: Buffer.from(txid, "hex").reverse(), txid_str: txid, output_index: index },
    witness_type: "COMMITMENT_TIME_LOCK",
    amount_sat: Number(sats),
    sat_per_byte: 0,
    broadcast_attempts: attempts,
    next_broadcast_height: 0,
    force: false,
    requested_conf_target: 0,
    requested_sat_per_byte: 0,
    sat_per_vbyte: satsPerVbyte,
    requested_sat_per_vbyte: 0n,
    immediate: false,
    budget: sats / 2n,
    deadline_height: 1_500,
    maturity_height: maturity,
  };
}
