import { Transaction } from "@scure/btc-signer";

/** An output of the chain that the wallet's key may spend. */
export type Coin = {
  readonly txid: string;
  readonly vout: number;
  readonly sats: string;
  readonly height: number;
  readonly isReward: boolean;
  readonly spentHeight?: number;
};

export type Payment = { readonly script: Uint8Array; readonly sats: bigint };

/** What a transaction spends. `change` 0: it has no output for it. */
export type Choice = { readonly coins: readonly Coin[]; readonly fee: bigint; readonly change: bigint };

export const SATS_PER_VBYTE = 2n;
/**
 * Weight (BIP 141): version, marker, flag, both counts, lock time; an input of ours with its signature; of an output
 * all but its script.
 */
const OVERHEAD_WEIGHT = 42n;
const INPUT_WEIGHT = 271n;
const OUTPUT_WEIGHT = 36n;
/** P2WPKH. */
const CHANGE_SCRIPT_BYTES = 22n;
/** So many fit into a call of the control server, and their number into one byte. */
const INPUTS_MAX = 200;
/**
 * Nodes do not relay smaller outputs: of segwit up to version 1, and of the older kinds (Bitcoin Core,
 * `GetDustThreshold`).
 */
const DUST_SATS = 330n;
const DUST_OLDER_SATS = 546n;
/** P2PKH and P2SH begin with OP_DUP and OP_HASH160. */
const OLDER_SCRIPTS: readonly (number | undefined)[] = [0x76, 0xa9];

/** The least that an output with this script may hold. */
export function dustOf(script: Uint8Array): bigint {
  return OLDER_SCRIPTS.includes(script[0]) ? DUST_OLDER_SATS : DUST_SATS;
}

/**
 * Chooses coins for a payment, the largest first. Change below dust goes to the fee where the limit allows it, else
 * another coin is added. `fee_limit`: the limit is below the fee of the size. `insufficient`: other or more coins could
 * do it.
 */
export function chooseCoins(
  coins: readonly Coin[],
  { script, sats }: Payment,
  feeLimit: bigint | undefined,
): Choice | "insufficient" | "fee_limit" {
  const isAbove = (fee: bigint) => feeLimit !== undefined && fee > feeLimit;
  const chosen: Coin[] = [];
  let left = -sats;
  for (const coin of [...coins].sort((a, b) => compare(BigInt(b.sats), BigInt(a.sats))).slice(0, INPUTS_MAX)) {
    chosen.push(coin);
    left += BigInt(coin.sats);
    const least = feeOf(chosen.length, script, false);
    if (left < least) continue;
    if (isAbove(least)) return "fee_limit";
    const fee = feeOf(chosen.length, script, true);
    if (left - fee >= DUST_SATS) return isAbove(fee) ? "fee_limit" : { coins: chosen, fee, change: left - fee };
    if (!isAbove(left)) return { coins: chosen, fee: left, change: 0n };
  }
  return "insufficient";
}

/** Spends one coin to the wallet itself, whose script is `script`. */
export function spendCoin(
  coin: Coin,
  script: Uint8Array,
  { satsPerVbyte, feeLimit }: { readonly satsPerVbyte: bigint; readonly feeLimit: bigint },
): Choice | "insufficient" | "fee_limit" {
  const fee = feeOf(1, script, false, satsPerVbyte);
  if (fee > feeLimit) return "fee_limit";
  return BigInt(coin.sats) - fee < dustOf(script) ? "insufficient" : { coins: [coin], fee, change: 0n };
}

export type Signing = {
  readonly choice: Choice;
  readonly payment: Payment;
  /** Of the wallet: its coins and its change. */
  readonly script: Uint8Array;
  readonly key: Uint8Array;
  /**
   * Without meaning in the transaction, because its inputs are final (BIP 68): so those of two requests differ where
   * all else is the same, and none is taken for the other.
   */
  readonly lockTime: number;
};

/** The signed transaction: the payment is its first output, change the second. */
export function signed({ choice: { coins, change }, payment, script: ownScript, key, lockTime }: Signing): Uint8Array {
  // Signatures with a small R have one length, so that the fee is that of the real size.
  const tx = new Transaction({ allowUnknownOutputs: true, lowR: true, lockTime });
  for (const { txid, vout, sats } of coins)
    tx.addInput({ txid, index: vout, witnessUtxo: { script: ownScript, amount: BigInt(sats) } });
  tx.addOutput({ script: payment.script, amount: payment.sats });
  if (change > 0n) tx.addOutput({ script: ownScript, amount: change });
  tx.sign(key);
  tx.finalize();
  return tx.extract();
}

function feeOf(inputs: number, script: Uint8Array, hasChange: boolean, satsPerVbyte = SATS_PER_VBYTE): bigint {
  const change = hasChange ? OUTPUT_WEIGHT + CHANGE_SCRIPT_BYTES * 4n : 0n;
  const weight = OVERHEAD_WEIGHT + BigInt(inputs) * INPUT_WEIGHT + OUTPUT_WEIGHT + BigInt(script.length) * 4n + change;
  return ((weight + 3n) / 4n) * satsPerVbyte;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
