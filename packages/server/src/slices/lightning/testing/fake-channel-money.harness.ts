import { randomBytes } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { msats } from "#kernel/money.ts";
import type { ChannelTransaction } from "../model/channel-transaction.ts";
import type { FakeOperations } from "./fake-operations.harness.ts";

/** Opens and closes channels of a fake node, so that its balances and what it says of its wallet follow. In msats. */
export function channelMoney(operations: FakeOperations, clock: Clock) {
  const { shifted } = operations;
  const made: Mutable[] = [];
  const publish = (kind: ChannelTransaction["kind"], gain: bigint, fee: bigint | undefined) => {
    shifted.onchain += gain;
    const txid = bytesToHex(randomBytes(32));
    made.push({ txid, kind, gain, fee: fee === undefined ? undefined : msats(fee), confirmations: 0, at: clock.now() });
    operations.transactions = made;
    return txid;
  };
  return {
    made,
    /** Confirmations for all that is there. */
    mine(blocks: number) {
      for (const one of made) one.confirmations += blocks;
    },
    /** Published, and not in a block: its money is in the channel that opens. */
    open: (capacity: bigint, fee: bigint) => {
      shifted.opening += capacity;
      return publish("open", -capacity - fee, fee);
    },
    opened(capacity: bigint, commitFee: bigint) {
      shifted.opening -= capacity;
      shifted.channels += capacity - commitFee;
      shifted.commitFees += commitFee;
    },
    /** By both sides: all of it goes to the wallet but the fee. */
    close(capacity: bigint, commitFee: bigint, fee: bigint) {
      shifted.channels -= capacity - commitFee;
      shifted.commitFees -= commitFee;
      return publish("close", capacity - fee, fee);
    },
    /** The commitment is no transaction of the wallet: the node says nothing of its fee. */
    forceClose(capacity: bigint, commitFee: bigint) {
      shifted.channels -= capacity - commitFee;
      shifted.commitFees -= commitFee;
      shifted.closing += capacity - commitFee;
    },
    /** Takes so much of a forced close home. */
    sweep(amount: bigint, fee: bigint | undefined, paid = fee ?? 0n) {
      shifted.closing -= amount;
      return publish("sweep", amount - paid, fee);
    },
  };
}

type Mutable = { -readonly [Key in keyof ChannelTransaction]: ChannelTransaction[Key] };
