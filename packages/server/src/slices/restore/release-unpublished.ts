import type { Journal } from "#kernel/journal.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { askWallet, type BindDeps } from "./bind-published.ts";
import { listPossible } from "./model/on-chain.ts";
import { updateReleased } from "./store.ts";

type Deps = BindDeps & { readonly journal: Pick<Journal, "append"> };

/**
 * Lets purchases to addresses of the chain go on of which the operator knows that nothing was published: they are
 * delivered, a second time where that is wrong. Returns how many went on.
 * @throws {OperatorError} when one of them does not wait for the chain, or the node's wallet shows a transaction that
 *   may be its payment, also where several may be: nothing was changed.
 * @throws {NodeUnavailable}
 */
export async function releaseUnpublished(
  deps: Deps,
  { ids, reason }: { readonly ids: readonly string[]; readonly reason: string },
): Promise<number> {
  if (ids.length === 0) return 0;
  const { db, clock, random, log, journal } = deps;
  const { purchases, published, network } = await askWallet(deps);
  for (const id of ids) {
    const purchase = purchases.find((one) => one.id === id);
    if (purchase === undefined) throw refusal(`purchase ${id} does not wait for the chain`);
    const possible = network === undefined ? [] : listPossible(purchase, published, network);
    if (possible.length > 0)
      throw refusal(
        `the node's wallet has published ${possible.map(({ txid }) => txid).join(", ")}, which may be purchase ${id}: ` +
          "`reconcile <txid> --to purchase <id>` says for which one it was",
      );
  }
  for (const id of ids)
    await journal.append({ what: "operator.book", id: random.uuid(), kind: "unpublished", subject: id });
  log.warn({ purchases: ids, reason }, "restore.released_unpublished");
  return await updateReleased(
    db,
    ids.map((id) => ({ kind: "purchase", id })),
    clock.now(),
  );
}

function refusal(why: string): OperatorError {
  return new OperatorError(
    why,
    "Nothing was let go. `npm run leyden -- restore status` shows what waits, `ramp show <id>` a purchase.",
  );
}
