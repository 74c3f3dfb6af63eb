import type { Brand } from "#kernel/brand.ts";
import type { AccountNo, TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";

/** Number of a posting: its place in the ledger. Internal, because it would show our volume. */
export type PostingNo = Brand<bigint, "PostingNo">;

/** One posting as an account sees it. */
export type HistoryEntry = {
  readonly transferId: TransferId;
  readonly direction: "in" | "out";
  readonly amount: Msats;
  /** In msats; below zero for system accounts only. */
  readonly balanceAfter: bigint;
  /** The account on the other side. */
  readonly other: AccountNo;
  /** What the money moved for: a kind such as "payment", and its id. */
  readonly causeKind: string;
  readonly causeId: string;
  readonly at: Date;
};

export type HistoryPage = {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  /** For each of them where the next older one is; undefined for the last of all. */
  readonly older: readonly (PostingNo | undefined)[];
  /** Number of the first of them. */
  readonly newest: PostingNo | undefined;
  /** Where the next page starts; undefined at the beginning of the account's history, or of what was asked for. */
  readonly next: PostingNo | undefined;
};
