import type { Caller, Wallet } from "#kernel/caller.ts";
import { InvalidInput } from "#kernel/errors.ts";
import type { PayDeps } from "#payments";
import { SealBroken, type Sealer } from "#platform/secrets/seal.ts";
import { findPlaceBefore, isOver, readEntries, readStatement } from "#statements";
import { CSV_HEAD, csvOf } from "./history-file.ts";
import { type Line, linesOf } from "./lines-of.ts";
import type { FindBought } from "./model/bought.ts";
import { isWanted, type Wanted } from "./model/history.ts";

export type HistoryDeps = {
  readonly paying: Pick<PayDeps, "db" | "clock" | "capabilities">;
  readonly bought: FindBought;
  readonly sealer: Pick<Sealer, "seal" | "open">;
};

export type ReadHistory = Wanted & {
  readonly caller: Caller;
  readonly limit: number;
  /** As a page before gave it. */
  readonly cursor?: string | undefined;
};

/** Movements of one look into the ledger, and of one search. */
const LOOK_ENTRIES = 100;
const SEARCH_ENTRIES = 2_000;

type Place = Awaited<ReturnType<typeof findPlaceBefore>>;
export type HistoryPage = { readonly items: readonly Line["item"][]; readonly next: string | undefined };

/**
 * A page of what has moved in the caller's wallet, newest first. A search that finds little ends after a number of
 * movements, and says where to go on.
 */
export async function readHistory(
  deps: HistoryDeps,
  { caller, limit, cursor, ...wanted }: ReadHistory,
): Promise<HistoryPage> {
  const { wallet } = caller;
  const { db } = deps.paying;
  const items: Line["item"][] = [];
  let place: Place = cursor === undefined ? await beginOf(deps, wallet, wanted) : openCursor(deps, wallet, cursor);
  for (let looked = 0; looked < SEARCH_ENTRIES; looked += LOOK_ENTRIES) {
    const entries = await readEntries({ db }, { wallet, from: place, limit: LOOK_ENTRIES });
    for (const { item, sought, entry } of await linesOf({ ...deps.paying, bought: deps.bought }, wallet, entries)) {
      if (!isWanted(sought, wanted)) continue;
      items.push(item);
      if (items.length === limit) return { items, next: sealCursor(deps, wallet, entry.older) };
    }
    const last = entries.at(-1);
    place = last?.older;
    if (last === undefined || place === undefined) return { items, next: undefined };
    if (wanted.from !== undefined && isOver(last, wanted.from)) return { items, next: undefined };
  }
  return { items, next: sealCursor(deps, wallet, place) };
}

async function beginOf({ paying }: HistoryDeps, wallet: Wallet, { to }: Wanted): Promise<Place> {
  return to && (await findPlaceBefore(paying.db, wallet, to));
}

/** Places in the ledger would show what this service moves: cursors are sealed, and of one wallet. */
function aboutOf({ id }: Wallet): string {
  return `own_wallet.history:${id}`;
}

function sealCursor({ sealer }: HistoryDeps, wallet: Wallet, place: Place): string | undefined {
  return place && Buffer.from(sealer.seal(Buffer.from(String(place)), aboutOf(wallet))).toString("base64url");
}

/** @throws {InvalidInput} when it is none of this wallet. */
function openCursor({ sealer }: HistoryDeps, wallet: Wallet, cursor: string): NonNullable<Place> {
  try {
    const text = Buffer.from(sealer.open(Buffer.from(cursor, "base64url"), aboutOf(wallet))).toString();
    return BigInt(text) as NonNullable<Place>;
  } catch (error) {
    if (error instanceof SealBroken) throw new InvalidInput("cursor", "is not a cursor of this list");
    throw error;
  }
}

/** All movements of what is wanted as a file, newest first, a piece at a time. */
export async function* writeHistory(
  { paying, bought }: HistoryDeps,
  { caller, ...wanted }: Omit<ReadHistory, "limit" | "cursor">,
): AsyncGenerator<string> {
  const { wallet } = caller;
  const { from, to } = wanted;
  yield CSV_HEAD;
  for await (const entries of readStatement({ db: paying.db }, { wallet, from, to })) {
    const lines = await linesOf({ ...paying, bought }, wallet, entries, { all: true });
    yield lines.flatMap(({ entry, item, sought }) => (isWanted(sought, wanted) ? csvOf(entry, item) : [])).join("");
  }
}
