import type { Wallet } from "#kernel/caller.ts";
import type { Db } from "#platform/database/db.ts";
import type { Made, MadeKind } from "./model/made.ts";
import { type RefusedRequest, RequestNotFound } from "./model/refused-request.ts";
import { listRefusedOf } from "./store.ts";

/** A name that a caller gives to each of its requests may be that of very many. */
const FOUND_MAX = 100;

/** A request by its name, as the project with this wallet asks for it. */
export type AskedRequest = { readonly wallet: Wallet; readonly requestId: string; readonly limit: number };

/** What it made of one kind; each slice knows its own. */
export type FindMade = (db: Db, asked: AskedRequest) => Promise<readonly Omit<Made, "kind">[]>;

export type FindRequestDeps = { readonly db: Db; readonly finders: Readonly<Partial<Record<MadeKind, FindMade>>> };

export type FoundRequest = {
  readonly requestId: string;
  /** Newest first; several where a caller named several requests so. */
  readonly refused: readonly RefusedRequest[];
  /** Oldest first. */
  readonly made: readonly Made[];
};

/**
 * What became of a request: what it made, or why it was refused. A payment that failed while its caller waited is both.
 *
 * @throws {RequestNotFound} also when it made nothing and was not refused, is older than 30 days, or was one refusal
 * of too many.
 */
export async function findRequest(deps: FindRequestDeps, request: Omit<AskedRequest, "limit">): Promise<FoundRequest> {
  const found = await readRequest(deps, { ...request, limit: FOUND_MAX });
  if (found === undefined) throw new RequestNotFound();
  return found;
}

/** The same with at most `limit` of each kind; undefined when there is nothing of it. */
export async function readRequest(
  { db, finders }: FindRequestDeps,
  asked: AskedRequest,
): Promise<FoundRequest | undefined> {
  const { wallet, requestId, limit } = asked;
  const [refused, ...made] = await Promise.all([
    listRefusedOf(db, { projectId: wallet.owner.id, requestId, limit }),
    ...Object.entries(finders).map(
      async ([kind, find]): Promise<Made[]> =>
        (await find(db, asked)).map(({ id, createdAt }) => ({ kind: kind as MadeKind, id, createdAt })),
    ),
  ]);
  const all = made.flat().sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  return refused.length === 0 && all.length === 0 ? undefined : { requestId, refused, made: all };
}
