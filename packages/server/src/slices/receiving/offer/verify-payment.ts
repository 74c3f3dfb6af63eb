import { sha256 } from "@noble/hashes/sha2.js";
import type { ChargeId } from "#kernel/ids.ts";
import { type LightningNode, NodeUnavailable } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { Charge } from "../model/charge.ts";
import { findPayLinkCharge } from "../store/charges.ts";

export type VerifyDeps = { readonly db: Db; readonly node: Pick<LightningNode, "lookupIncoming"> };

export type VerifiedPayment = {
  readonly charge: Charge;
  /** Of an invoice that was paid over Lightning, while the node answers and says it. */
  readonly preimage: Uint8Array | undefined;
};

/** Whether an invoice of a pay link was paid (LUD-21). Undefined when there is no such invoice. */
export async function verifyPayment({ db, node }: VerifyDeps, id: ChargeId): Promise<VerifiedPayment | undefined> {
  const charge = await findPayLinkCharge(db, id);
  if (charge === undefined) return undefined;
  const preimage = charge.state.kind === "completed" ? await preimageOf(node, charge.paymentHash) : undefined;
  return { charge, preimage };
}

/** Undefined also when what the node says is not the preimage of this hash. */
async function preimageOf(node: VerifyDeps["node"], paymentHash: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const status = await node.lookupIncoming(paymentHash);
    const preimage = status.kind === "settled" ? status.preimage : undefined;
    return preimage !== undefined && Buffer.from(sha256(preimage)).equals(paymentHash) ? preimage : undefined;
  } catch (error) {
    if (error instanceof NodeUnavailable) return undefined;
    throw error;
  }
}
