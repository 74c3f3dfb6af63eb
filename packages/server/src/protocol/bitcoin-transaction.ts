import { bytesToHex } from "@noble/hashes/utils.js";
import { Transaction } from "@scure/btc-signer";
import { ProtocolError } from "./protocol-error.ts";

export type BitcoinTransaction = {
  /** As explorers write it, lower-case hex. */
  readonly txid: string;
  /** What it spends: transaction and place, "txid:0". */
  readonly inputs: readonly string[];
  readonly outputs: readonly { readonly sats: bigint; readonly script: Uint8Array }[];
  /** What it takes in a block (BIP 141), rounded up. */
  readonly vbytes: bigint;
};

/** A signed transaction is not longer: 100,000 vbytes are the most that nodes relay. */
const BYTES_MAX = 400_000;

/**
 * Reads a signed transaction as it goes to the network (BIP 144).
 * @throws {ProtocolError} `too_long`, `malformed`.
 */
export function parseBitcoinTransaction(raw: Uint8Array): BitcoinTransaction {
  if (raw.length > BYTES_MAX) throw new ProtocolError("too_long", "the transaction is too long");
  try {
    const read = Transaction.fromRaw(raw, {
      allowUnknownOutputs: true,
      allowUnknownInputs: true,
      disableScriptCheck: true,
    });
    if (read.inputsLength === 0 || read.outputsLength === 0) throw new Error("it spends or pays nothing");
    const outputs = Array.from({ length: read.outputsLength }, (_, i) => read.getOutput(i));
    const inputs = Array.from({ length: read.inputsLength }, (_, i) => read.getInput(i));
    return {
      txid: read.id,
      inputs: inputs.map(({ txid = new Uint8Array(0), index = 0 }) => `${bytesToHex(txid)}:${index}`),
      outputs: outputs.map(({ amount = 0n, script = new Uint8Array(0) }) => ({ sats: amount, script })),
      vbytes: BigInt(Math.ceil((read.toBytes(true, false).length * 3 + raw.length) / 4)),
    };
  } catch (cause) {
    throw new ProtocolError("malformed", `that is no bitcoin transaction: ${(cause as Error).message.slice(0, 100)}`);
  }
}

/** What a transaction pays to a script, in msats: each output. */
export function paidTo({ outputs }: Pick<BitcoinTransaction, "outputs">, script: Uint8Array): readonly bigint[] {
  return outputs.filter((output) => Buffer.compare(output.script, script) === 0).map(({ sats }) => sats * 1_000n);
}
