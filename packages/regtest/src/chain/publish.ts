import { setTimeout as sleep } from "node:timers/promises";
import { parseTransaction } from "../lightning/block.ts";
import { hex } from "../lightning/bytes.ts";
import { ChainError, type ChainRpc } from "./rpc.ts";

/** bcoin answers before its mempool has looked at a transaction, and takes less than this. */
const DECIDED_MS = 2_000;
const POLL_MS = 20;

/**
 * Gives a transaction to the chain. `taken`: it is in the mempool or in a block, also from before. Whether the mempool
 * has refused it is known from its absence only: bcoin's own answer is the same.
 * @throws when the chain does not answer.
 */
export async function publish(rpc: ChainRpc, raw: Uint8Array): Promise<"taken" | "refused"> {
  const { txid } = parseTransaction(raw);
  await answered(rpc("sendrawtransaction", hex(raw)));
  const giveUpMs = performance.now() + DECIDED_MS;
  do {
    if (await answered(rpc("getrawtransaction", txid))) return "taken";
    await sleep(POLL_MS);
  } while (performance.now() < giveUpMs);
  return "refused";
}

/** False when the chain answered with an error. */
async function answered(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof ChainError) return false;
    throw error;
  }
}
