import type { WalletId } from "#kernel/ids.ts";
import type { JournalWhat } from "#kernel/journal.ts";
import { msats } from "#kernel/money.ts";
import type { JournalLine } from "#platform/journal/format.ts";
import { findRestore, type Imported } from "#restore";
import { bringBackIssued, type IssuedBack, type LostIssue, listBatches } from "#vouchers";
import type { LineKind } from "./line-kind.ts";
import { idempotencyIn, isBeforeCopy, keyIn } from "./lost-line.ts";

const KINDS = { "voucher.issue": "voucher", "withdrawal.issue": "withdrawal" } as const;

/** Vouchers and withdrawal requests that the copy lacks; a line for each request. */
export const importIssued: LineKind = {
  whats: ["voucher.issue", "withdrawal.issue", "issue.refuse"],
  async lacking(db, lines) {
    const known = await listBatches(db, [...new Set(lines.map(({ id }) => id))]);
    return lines.filter(({ id }) => !known.has(id));
  },
  async bringBack(deps, lines) {
    const restore = await findRestore(deps.db);
    const refused = new Set(lines.filter(({ what }) => what === "issue.refuse").map(({ id }) => id));
    const imported: Imported[] = [];
    for (const line of lines) {
      const lost = refused.has(line.id) || isBeforeCopy(line, restore) ? undefined : readIssue(line);
      if (lost !== undefined) imported.push(tell(line.what, lost, await bringBackIssued(deps, lost, restore?.id)));
    }
    return imported;
  },
};

/** Undefined: a line that says too little. */
function readIssue(line: JournalLine): LostIssue | undefined {
  const { what, id, wallet, at, issued } = line;
  if (what !== "voucher.issue" && what !== "withdrawal.issue") return undefined;
  if (wallet === undefined || issued === undefined) return undefined;
  return {
    batchId: id,
    kind: KINDS[what],
    wallet: wallet as WalletId,
    issuedAt: at,
    idempotency: idempotencyIn(line),
    key: keyIn(line),
    issued: issued.map(({ id, tokenHash, amount, fee, expiresAt, internalId }) => ({
      id,
      tokenHash,
      amount: msats(amount),
      fee: msats(fee ?? 0n),
      expiresAt,
      internalId,
    })),
  };
}

/** For the operator. */
function tell(what: JournalWhat, { batchId: id, kind, wallet, issued }: LostIssue, back: IssuedBack): Imported {
  const things = `${kind === "voucher" ? "voucher" : "withdrawal request"} ${issued.map((one) => one.id).join(", ")}`;
  switch (back.outcome) {
    case "brought_back": {
      const lent = back.lent === 0n ? "" : `; ${back.lent} msats were lent to wallet ${wallet}`;
      return { what, id, outcome: "done", detail: `${things}: open again, and waits for the restore${lent}` };
    }
    case "known":
      return { what, id, outcome: "known", detail: `${things}: here already` };
    case "no_wallet":
      return { what, id, outcome: "question", detail: `${things}: the wallet ${wallet} is not in this copy` };
  }
}
