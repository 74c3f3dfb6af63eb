import type { Db } from "#platform/database/db.ts";
import type { Position } from "./model/position.ts";
import { findHead, hasPosition } from "./store.ts";

/** The ledger as this process knows it. */
export type WatchedBook = {
  /**
   * Whether it is the one that was compared with the node, and has only grown since. False before the first comparison,
   * and after the database went back to an earlier state, until the next one.
   */
  isSame(): Promise<boolean>;
  /** It was compared with the node. */
  compared(): void;
};

/** Whether the ledger has this posting: a copy of it that ends there is one of this ledger. */
export async function bookHas({ db }: { readonly db: Db }, position: Position): Promise<boolean> {
  return await hasPosition(db, position);
}

/**
 * Remembers the last posting that this process saw: in a ledger that has only grown it is still there. `isKnown`:
 * another process of the installation has compared this ledger before this one began.
 */
export function watchBook({ db }: { readonly db: Db }, isKnown = false): WatchedBook {
  let seen: Position | undefined;
  let isCompared = isKnown;
  return {
    async isSame() {
      if (seen !== undefined && !(await hasPosition(db, seen))) isCompared = false;
      seen = await findHead(db);
      return isCompared;
    },
    compared() {
      isCompared = true;
    },
  };
}
