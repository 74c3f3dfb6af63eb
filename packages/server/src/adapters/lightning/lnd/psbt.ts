import { Transaction } from "@scure/btc-signer";
import { type Msats, sats } from "#kernel/money.ts";
import { nonsense } from "../answers.ts";

/** What miners get of a transaction that is not signed yet (BIP 174). */
export function feeOfPsbt(psbt: Uint8Array): Msats {
  try {
    return sats(Transaction.fromPSBT(psbt, { allowUnknownOutputs: true, allowUnknownInputs: true }).fee);
  } catch {
    throw nonsense("a PSBT", psbt);
  }
}
