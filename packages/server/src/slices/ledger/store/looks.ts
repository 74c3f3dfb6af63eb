import { part } from "#platform/database/db.ts";

export type Closure = "comparing" | "restoring";

/** The last posting. */
export const HEAD = {
  no: part`(select posting_no from ledger.book)`,
  hash: part`(select head from ledger.book)`,
};

/** As `listPauses` and `findClosure`. */
export const SENDING = {
  pauses: part`array(select kind from ledger.pause order by since, kind)`,
  closed: part`(select closed from ledger.book)`,
};
