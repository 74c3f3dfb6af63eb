import type { Tx } from "#platform/database/db.ts";
import { BREACHES_MAX, type Invariant, type ReadOnce } from "#platform/database/invariant.ts";
import type { Position } from "./model/position.ts";
import type { PostingNo } from "./model/transfer.ts";
import { findAudited, findHead, listBookBreaches, listBreaches, listDeficitBreaches, saveAudited } from "./store.ts";

/**
 * All of them can be checked for what was written after a position, when everything up to there was whole. Those that
 * look at more than that look also when nothing was written.
 */
const JOURNAL = [
  { id: "I1", what: "sums", title: "every transfer sums to zero, and so does the ledger" },
  {
    id: "I3a",
    what: "floors",
    looksAtMore: true,
    title: "no account is below its floor, and each has that of its kind",
  },
  { id: "I3b", what: "balances", title: "every stored balance is the sum of its postings" },
  { id: "I3c", what: "history", title: "the history of every account is one unbroken chain" },
  { id: "I6", what: "causes", title: "every posting has a known cause, which moves money between such accounts" },
  { id: "I12", what: "spending", title: "spending is counted right and within the limits" },
  { id: "I15", what: "chain", looksAtMore: true, title: "the hash chain of the ledger is whole" },
] as const;

const BEGINNING: Position = { no: 0n as PostingNo, hash: new Uint8Array(32) };

/** Reads a few rows, however large the ledger is. */
const book: Invariant = {
  id: "I3k",
  title: "the ledger's row says what its pauses and accounts say",
  breaches: (tx) => listBookBreaches(tx, BREACHES_MAX),
};

/** Reads a few rows: those of accounts that owe something. */
const deficits: Invariant = {
  id: "I3d",
  title: "accounts owe what was lent to them after a restore, and nothing else was lent",
  breaches: (tx) => listDeficitBreaches(tx),
};

/** The ledger's invariants, each over the whole ledger. */
export const invariants: readonly Invariant[] = [
  ...JOURNAL.map(
    ({ id, title, what }): Invariant => ({
      id,
      title,
      breaches: (tx) => listBreaches(tx, what, BEGINNING, BREACHES_MAX),
    }),
  ),
  book,
  deficits,
];

/** The same invariants for a process that checks them again and again: a run costs only what is new. */
export function incrementalInvariants(): readonly Invariant[] {
  return [
    ...JOURNAL.map((one) => incremental(one, (tx, after) => listBreaches(tx, one.what, after, BREACHES_MAX))),
    book,
    deficits,
  ];
}

/**
 * An invariant over what was posted after a position: it remembers how far it has found the ledger whole. A new process
 * goes on where an earlier one was; the very first run is over everything. What somebody changes by hand in older rows
 * later is seen only when it is used again, or by a full run. `looksAtMore`: also while nothing is posted.
 */
export function incremental(
  { id, title, looksAtMore = false }: Pick<Invariant, "id" | "title"> & { readonly looksAtMore?: boolean },
  breachesAfter: (tx: Tx, after: Position) => Promise<readonly string[]>,
): Invariant {
  let verified: Position | undefined;
  let saved: Position | undefined;
  return {
    id,
    title,
    async breaches(tx, once: ReadOnce = (read) => read(tx)) {
      const head = await once(findHead);
      verified ??= (await findAudited(tx, id)) ?? BEGINNING;
      if (head.no < verified.no) verified = BEGINNING; // the database was restored to an earlier state
      if (!looksAtMore && head.no > 0n && head.no === verified.no) return [];
      const found = await breachesAfter(tx, verified);
      if (found.length === 0) verified = head;
      return found;
    },
    async passed(db) {
      if (verified === undefined || saved?.no === verified.no) return;
      await saveAudited(db, id, verified);
      saved = verified;
    },
  };
}
