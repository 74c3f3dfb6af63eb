import { recordIncident } from "#incidents";
import type { Clock, Random } from "#kernel/clock.ts";
import { newId, type PaymentId } from "#kernel/ids.ts";
import { type Msats, minOf, msats } from "#kernel/money.ts";
import { findNode, type LightningNode, type Network } from "#lightning";
import { listKnownTransactions, listPublished, type Published } from "#onchain";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { paidTo } from "#protocol/bitcoin-transaction.ts";
import type { OnchainBroughtBack } from "./model/departed-onchain.ts";
import { addressOf, type ChainPurchase, isUnpaid, listPossible, type Match, matchPublished } from "./model/on-chain.ts";
import { insertOnchain } from "./store/departed.ts";
import { listForChain } from "./store.ts";

export type BindDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly node: Pick<LightningNode, "capabilities" | "listOnchain">;
};

/** A wallet may name the time of a block, which may be before the purchase. */
export const EARLIER_MS = 24 * 3_600_000;

/**
 * Asks the node's wallet what it has published for purchases that wait for the restore, and makes it their payment: it
 * is followed to its end, and nothing else is built. What is not found waits. Safe to repeat, and by several at once.
 * @throws {NodeUnavailable}
 */
export async function bindPublished(deps: BindDeps): Promise<void> {
  const { purchases, published, network } = await askWallet(deps);
  if (network === undefined) return;
  for (const match of matchPublished(purchases, published, network))
    if (!isUnpaid(match.purchase)) await bindTransaction(deps, match, network);
}

export type Asked = {
  readonly purchases: readonly ChainPurchase[];
  /** What is no payment here. */
  readonly published: readonly Published[];
  /** Undefined: no node was connected yet. */
  readonly network: Network | undefined;
};

/** What waits for the chain, and what the wallet has published that no payment here is. */
export async function askWallet({ db, node }: Pick<BindDeps, "db" | "node">): Promise<Asked> {
  const purchases = await listForChain(db);
  const network = (await findNode(db))?.network;
  const first = Math.min(...purchases.map(({ createdAt }) => createdAt.getTime()));
  if (purchases.length === 0) return { purchases, published: [], network };
  const all = await listPublished({ node }, new Date(first - EARLIER_MS));
  return { purchases, published: await withoutKnown(db, all), network };
}

async function withoutKnown(db: Db, all: readonly Published[]): Promise<readonly Published[]> {
  const known = await listKnownTransactions(
    db,
    all.map(({ txid }) => txid),
  );
  return all.filter(({ txid }) => !known.has(txid));
}

/** Of these transactions those that no payment here is and that may be for this purchase. */
export async function listUnknown(
  db: Db,
  purchase: Pick<ChainPurchase, "id" | "destination" | "amount">,
  published: readonly Published[],
): Promise<readonly Published[]> {
  const network = (await findNode(db))?.network;
  if (network === undefined) return [];
  return listPossible(purchase, await withoutKnown(db, published), network);
}

/** Makes a transaction the payment of a purchase. One step. */
export async function bindTransaction(
  deps: BindDeps,
  { purchase, published }: Match,
  network: Network,
): Promise<OnchainBroughtBack> {
  const { db, clock, random, log } = deps;
  const { id, destination, amount, feeLimit, paymentId = newId<PaymentId>(random) } = purchase;
  const address = addressOf(purchase, network);
  if (address === undefined) return "origin_differs";
  const { txid, transaction } = published;
  const now = clock.now();
  const fee = minOf(published.fee, feeLimit);
  const outcome = await insertOnchain(
    db,
    { id: paymentId, purchase: id, txid, transaction, amount, fee, firstAt: now },
    { destination, address: address.text, transfer: random.uuid(), now },
  );
  if (outcome !== "brought_back") return outcome;
  log.warn({ payment: paymentId, txid, purchase: id }, "restore.onchain_found");
  const paid = paidTo(published, address.script).reduce((sum, one) => sum + one, 0n);
  await tellDearer(deps, { id, txid, extra: msats(paid - amount + published.fee - fee) });
  return outcome;
}

/** What it took more than the purchase pays for is the operator's, who books it. */
async function tellDearer(
  deps: BindDeps,
  { id, txid, extra }: { readonly id: string; readonly txid: string; readonly extra: Msats },
): Promise<void> {
  if (extra > 0n)
    await recordIncident(deps, {
      subjectKind: "purchase",
      subject: id,
      kind: "onchain_replaced",
      detail: `transaction ${txid} took ${extra} msats more than this purchase pays for: \`leyden equity chain-cost\``,
    });
}
