import type { Clock } from "#kernel/clock.ts";
import type { Journal } from "#kernel/journal.ts";
import { msats } from "#kernel/money.ts";
import { type LightningNode, NodeUnavailable } from "#lightning";
import { listPublished, wasPublished } from "#onchain";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { takesAtAddress } from "#receiving";
import { findUser, type User } from "#users";
import { findWallet, lightningAddressOf } from "#wallets";
import { EARLIER_MS, listUnknown } from "./bind-published.ts";
import type { CreditedAgain } from "./model/departed-credit.ts";
import { type DeliveryInCopy, listDeliveries, updateCredited } from "./store/purchases.ts";

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly baseUrl: string;
  /** Undefined: it is not running, and says nothing. */
  readonly node: LightningNode | undefined;
};

/**
 * Sends a purchase to its person's own wallet, where it went after the copy was made. The node and its wallet are asked
 * first: what they have or may have delivered goes nowhere else. Safe to repeat, by several at once, and beside the
 * driver of the purchase: what has changed since the node was asked is left alone. `journal`: gets a line before; by
 * an operator's word, of which no line tells yet.
 * @throws {JournalUnavailable}
 */
export async function creditDeparted(
  deps: Deps,
  id: string,
  journal?: Pick<Journal, "append">,
): Promise<CreditedAgain> {
  const { db, clock, log, baseUrl } = deps;
  const [copy] = await listDeliveries(db, [id]);
  if (copy === undefined) return "unknown";
  const user = await findUser(db, copy.userId);
  if (user === undefined) return "no_user";
  if (copy.destinationKey === keyOf(user)) return "known";
  if (await isTooMuch(db, user, copy)) return "too_much";
  const word = await askNode(deps, copy);
  if (word !== "unpaid") return word;
  await journal?.append(lineOf(copy, user));
  const outcome = await updateCredited(db, copy, {
    destination: lightningAddressOf(user.gamertag, baseUrl),
    key: keyOf(user),
    now: clock.now(),
  });
  if (outcome === "credited") log.warn({ purchase: id }, "restore.purchase_credited");
  return outcome;
}

function lineOf({ id, amount, feeLimit, chainFee }: DeliveryInCopy, { id: subject, walletId: wallet }: User) {
  const sums = { amount: msats(amount + chainFee), feeLimit: msats(feeLimit - chainFee) };
  return { what: "purchase.credit", id, kind: "by_hand", wallet, subject, ...sums } as const;
}

/**
 * More than its address takes now, or its account is closed: what is refused is given back to the card in the end,
 * although it may have been spent.
 */
async function isTooMuch(
  db: Db,
  { walletId }: Pick<User, "walletId">,
  { amount, chainFee }: DeliveryInCopy,
): Promise<boolean> {
  const wallet = await findWallet(db, walletId);
  if (wallet === undefined) return true;
  return !(await takesAtAddress(db, { account: wallet.account, amount: msats(amount + chainFee) }));
}

/** As what limits count the own wallet of a person. */
function keyOf({ walletId }: { readonly walletId: string }): string {
  return `wallet ${walletId}`;
}

async function askNode(deps: Deps, copy: DeliveryInCopy): Promise<"unpaid" | "was_paid" | "silent"> {
  const { node } = deps;
  if (node === undefined) return "silent";
  try {
    return (await hasPaid({ ...deps, node }, copy)) ? "was_paid" : "unpaid";
  } catch (error) {
    if (error instanceof NodeUnavailable) return "silent";
    throw error;
  }
}

async function hasPaid(
  { db, node }: Pick<Deps, "db"> & { readonly node: LightningNode },
  { id, invoice, chainAddress: address, amount, createdAt }: DeliveryInCopy,
): Promise<boolean> {
  if (invoice !== undefined) {
    const { kind } = await node.lookupOutgoing(decodeInvoice(invoice).paymentHash);
    return kind === "settled" || kind === "in_flight";
  }
  if (address === undefined) return false;
  if (await wasPublished({ node }, { address, amount, origin: { kind: "purchase", id } as never })) return true;
  const published = await listPublished({ node }, new Date(createdAt.getTime() - EARLIER_MS));
  return (await listUnknown(db, { id, destination: address, amount }, published)).length > 0;
}

/** Of these purchases those that do not go to their person's own wallet here, and were not delivered elsewhere. */
export async function listNotCredited(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const copies = new Map((await listDeliveries(db, ids)).map((copy) => [copy.id, copy]));
  const lacking = new Set<string>();
  for (const id of ids) {
    const copy = copies.get(id);
    if (copy !== undefined && !UNDELIVERED.has(copy.state)) continue;
    const user = copy && (await findUser(db, copy.userId));
    if (user === undefined || copy?.destinationKey !== keyOf(user)) lacking.add(id);
  }
  return lacking;
}

/** Not delivered, and nothing was given back. */
const UNDELIVERED: ReadonlySet<string> = new Set([
  "quoted",
  "requires_payment",
  "requires_action",
  "authorized",
  "captured",
  "on_hold",
  "canceled",
  "expired",
]);
