import type { Clock, Random } from "#kernel/clock.ts";
import { findHead, type Position, positionOf } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { verifyBook } from "./store.ts";

type Deps = { readonly clock: Clock; readonly random: Random; readonly log: Log };

/** Where what was seen of the ledger is kept outside of the database. */
export type Witness = {
  read(): Position | undefined;
  write(seen: Position): void;
};

/** What this process has seen of the ledger. */
export type BookMemory = {
  readonly seen: () => Position | undefined;
  /** Reads where the ledger ends: other processes post as well. */
  look(db: Db): Promise<Position>;
  /**
   * For each new connection: the database behind it may be another one, such as a replica that was behind. What it
   * returns hears what is posted over this connection, when it has been committed.
   */
  verify(db: Pick<Db, "query">): Promise<(told: string) => void>;
};

/**
 * Knows the last posting that this process saw, and asks each connection for it before the connection is used. A
 * database without it went back in time: a restore is opened there, in the same moment.
 */
export function rememberBook(
  { clock, random, log }: Deps,
  { installation, known }: { readonly installation: string; readonly known: Position | undefined },
): BookMemory {
  let seen = known;
  /** Counts how often the database went back: what an older connection says is of another history. */
  let history = 0;
  const remember = (position: Position, of: number) => {
    if (of === history && (seen === undefined || position.no > seen.no)) seen = position;
  };
  return {
    seen: () => seen,
    async look(db) {
      const asked = history;
      const head = await findHead(db);
      remember(head, asked);
      return head;
    },
    async verify(db) {
      if (seen !== undefined) {
        const outcome = await verifyBook(db, { id: random.uuid(), installation, now: clock.now(), seen });
        if (outcome === "went_back") {
          log.error({ seen: seen.no }, "restore.earlier_book_found");
          history += 1;
          seen = undefined;
        }
      }
      const mine = history;
      return (told) => remember(positionOf(told), mine);
    },
  };
}
