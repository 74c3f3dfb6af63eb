import type { Clock, Random } from "#kernel/clock.ts";
import { findHead, type Position, positionOf } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import type { Look } from "#platform/database/look.ts";
import type { Log } from "#platform/log.ts";
import { isBefore, type Seen } from "./model/restore.ts";
import { findEpoch, PLACE, type Verified, verifyBook } from "./store.ts";

type Deps = { readonly clock: Clock; readonly random: Random; readonly log: Log };

/** Where what was seen of the ledger is kept outside of the database. */
export type Witness = {
  /** Each tells of its own; none when nothing was ever written. */
  read(): Promise<readonly Seen[]>;
  write(seen: Seen): void;
};

/** What this process has seen of the ledger. */
export type BookMemory = {
  /** Undefined before the first look, and when the database has just gone back. */
  readonly seen: () => Seen | undefined;
  /** Reads where the ledger ends, and its epoch: other processes post as well. */
  look(db: Db): Promise<void>;
  /** Reads the same with each look. What is returned ends it. */
  follow(look: Look): () => void;
  /**
   * For each new connection: the database behind it may be another one, such as a replica that was behind. What it
   * returns hears what is posted over this connection, when it has been committed.
   */
  verify(db: Pick<Db, "query">): Promise<(told: string) => void>;
  /** How often this process found that the database went back. */
  readonly timesBack: () => number;
};

/**
 * Knows the last posting that this process saw, and asks each connection for it before the connection is used. A
 * database without it went back in time: a restore is opened there, in the same moment.
 */
export function rememberBook(
  { clock, random, log }: Deps,
  { installation, known }: { readonly installation: string; readonly known: readonly Seen[] },
): BookMemory {
  /** What a connection must have. Several at the start alone: each witness has one. */
  let asked: readonly Seen[] = [...known].sort((a, b) => (isBefore(a, b) ? 1 : -1)); // the latest life first
  let seen: Seen | undefined;
  /** What a connection from before the last of them says is of another history. */
  let timesBack = 0;
  const remember = ({ no, hash }: Position, epoch: bigint | undefined, history: number) => {
    const told = { no, hash, epoch };
    if (history !== timesBack || (seen !== undefined && isBefore(told, seen))) return;
    seen = told;
    asked = [seen];
  };
  const wentBack = ({ no }: Seen, outcome: Verified) => {
    if (outcome !== "opened") log.warn({ seen: no }, "restore.earlier_book_found");
    timesBack += 1;
    [asked, seen] = [[], undefined];
  };
  return {
    seen: () => seen,
    timesBack: () => timesBack,
    async look(db) {
      const history = timesBack;
      const [head, epoch] = await Promise.all([findHead(db), findEpoch(db)]);
      remember(head, epoch, history);
    },
    follow(look) {
      return look.ask<Position & { readonly epoch: bigint }>(() => {
        const history = timesBack;
        return { columns: PLACE, answered: (row) => row && remember(row, row.epoch, history) };
      });
    },
    async verify(db) {
      const history = timesBack;
      for (const one of asked) {
        const outcome = await verifyBook(db, { id: random.uuid(), installation, now: clock.now(), seen: one });
        if (outcome === "same" || outcome === "another") continue;
        if (outcome === "opened") log.error({ cause: "book_went_back", seen: one.no }, "restore.opened");
        if (history === timesBack) wentBack(one, outcome); // else another connection has found it
        break;
      }
      const mine = timesBack;
      return (told) => remember(positionOf(told), seen?.epoch, mine);
    },
  };
}
