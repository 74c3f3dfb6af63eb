import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { ChargeId, WalletId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { NodeUnavailable } from "#lightning";
import type { JournalLine } from "#platform/journal/format.ts";
import { bringBackCharge, type ChargeBack, type LostCharge, listKnownCharges, mattersStill } from "#receiving";
import { findRestore, type ImportDeps, type Imported } from "#restore";
import type { LineKind } from "./line-kind.ts";
import { idempotencyIn, isBeforeCopy } from "./lost-line.ts";

/** Charges that the copy lacks: who pays them pays their wallet. */
export const importCharges: LineKind = {
  whats: ["charge.issue"],
  async lacking(db, lines) {
    const known = await listKnownCharges(
      db,
      lines.map(({ id }) => id),
    );
    return lines.filter(({ id }) => !known.has(id));
  },
  async bringBack(deps, lines) {
    const restore = await findRestore(deps.db);
    const imported: Imported[] = [];
    for (const line of lines) {
      const lost = isBeforeCopy(line, restore) ? undefined : readCharge(line);
      if (lost === undefined || !mattersStill(lost, await askNode(deps, lost), deps.clock.now())) continue;
      imported.push(tell(lost, await bringBackCharge(deps, lost)));
    }
    return imported;
  },
};

/** Undefined: a line that says too little. */
function readCharge(line: JournalLine): LostCharge | undefined {
  const { id, wallet, paymentHash, amount, internalId, at, expiresAt } = line;
  if (wallet === undefined || paymentHash === undefined || amount === undefined || expiresAt === undefined)
    return undefined;
  return {
    id: id as ChargeId,
    wallet: wallet as WalletId,
    paymentHash: hexToBytes(paymentHash),
    amount: msats(amount),
    internalId,
    issuedAt: at,
    expiresAt,
    idempotency: idempotencyIn(line),
  };
}

async function askNode({ node }: Pick<ImportDeps, "node">, { paymentHash }: LostCharge) {
  try {
    return (await node?.lookupIncoming(paymentHash))?.kind;
  } catch (error) {
    if (error instanceof NodeUnavailable) return undefined;
    throw error;
  }
}

/** For the operator. */
function tell({ id, wallet, paymentHash, amount }: LostCharge, { outcome, credited }: ChargeBack): Imported {
  const charge = `hash ${bytesToHex(paymentHash)}, ${amount} msats`;
  const what = "charge.issue";
  switch (outcome) {
    case "brought_back": {
      const paid = credited === 0n ? "" : `; ${credited} msats of suspense were credited to it`;
      return { what, id, outcome: "done", detail: `${charge}${paid}` };
    }
    case "known":
      return { what, id, outcome: "known", detail: `${charge}: here already` };
    case "no_wallet":
      return { what, id, outcome: "question", detail: `${charge}: the wallet ${wallet} is not in this copy` };
  }
}
