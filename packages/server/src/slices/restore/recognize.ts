import type { Clock, Random } from "#kernel/clock.ts";
import type { Position } from "#ledger";
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
  /** It was committed. An older position than the one that is known is left out. */
  remember(seen: Position): void;
  /** For each new connection: the database behind it may be another one, such as a replica that was behind. */
  verify(db: Pick<Db, "query">): Promise<void>;
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
  return {
    seen: () => seen,
    remember(position) {
      if (seen === undefined || position.no > seen.no) seen = position;
    },
    async verify(db) {
      if (seen === undefined) return;
      const outcome = await verifyBook(db, { id: random.uuid(), installation, now: clock.now(), seen });
      if (outcome !== "went_back") return;
      log.error({ seen: seen.no }, "restore.earlier_book_found");
      seen = undefined; // what comes now is another history
    },
  };
}
