import { countTroubles, findWebhookUse, type WebhookUse } from "#events";
import { type Caller, projectOf } from "#kernel/caller.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { findBalance } from "#ledger";
import { listPendingOfWallet } from "#payments";
import type { Db } from "#platform/database/db.ts";
import { findKeyUse } from "#projects";
import { type Happened, readHappened } from "#totals";

/** What the first page of a project shows beside its totals. */
export type Overview = {
  readonly available: Msats;
  /** Amounts and fee limits of payments that are not finished. */
  readonly reserved: Msats;
  readonly keys: "none" | "made" | "used";
  readonly happened: Happened;
  readonly webhooks: WebhookUse;
  /** Webhook endpoints that accept nothing now. */
  readonly troubledEndpoints: number;
};

export async function readOverview({ db }: { readonly db: Db }, caller: Caller): Promise<Overview> {
  const { wallet } = caller;
  const project = projectOf(caller);
  const [available, pending, keys, happened, webhooks, troubledEndpoints] = await Promise.all([
    findBalance(db, wallet.account),
    listPendingOfWallet(db, wallet.id),
    findKeyUse(db, project),
    readHappened({ db }, project),
    findWebhookUse(db, project),
    countTroubles(db, project),
  ]);
  return {
    available,
    reserved: msats(pending.reduce((sum, { amount, feeLimit }) => sum + amount + feeLimit, 0n)),
    keys,
    happened,
    webhooks,
    troubledEndpoints,
  };
}
