import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import type { PostingNo } from "./model/transfer.ts";
import { findAudited, findHead, listBreaches, type Position, saveAudited } from "./store.ts";

/** All of them can be checked for what was written after a position, when everything up to there was whole. */
const JOURNAL = [
  { id: "I1", what: "sums", title: "every transfer sums to zero, and so does the ledger" },
  { id: "I3a", what: "floors", title: "no account is below its floor" },
  { id: "I3b", what: "balances", title: "every stored balance is the sum of its postings" },
  { id: "I3c", what: "history", title: "the history of every account is one unbroken chain" },
  { id: "I12", what: "spending", title: "spending is counted right and within the limits" },
  { id: "I15", what: "chain", title: "the hash chain of the ledger is whole" },
] as const;

const BEGINNING: Position = { no: 0n as PostingNo, hash: new Uint8Array(32) };

/** The ledger's invariants, each over the whole ledger. */
export const invariants: readonly Invariant[] = JOURNAL.map(({ id, title, what }) => ({
  id,
  title,
  breaches: (tx) => listBreaches(tx, what, BEGINNING, BREACHES_MAX),
}));

/**
 * The same invariants for a process that checks them again and again: each remembers how far it has found the ledger
 * whole, so a run costs only what is new. A new process goes on where an earlier one was; the very first run is over
 * everything. What somebody changes by hand in older rows later is seen only when it is used again, or by a full run.
 */
export function incrementalInvariants(): readonly Invariant[] {
  return JOURNAL.map(({ id, title, what }) => {
    let verified: Position | undefined;
    return {
      id,
      title,
      async breaches(tx) {
        const head = await findHead(tx);
        verified ??= (await findAudited(tx, id)) ?? BEGINNING;
        if (head.no < verified.no) verified = BEGINNING; // the database was restored to an earlier state
        const found = await listBreaches(tx, what, verified, BREACHES_MAX);
        if (found.length === 0) verified = head;
        return found;
      },
      async passed(db) {
        if (verified !== undefined) await saveAudited(db, id, verified);
      },
    };
  });
}
