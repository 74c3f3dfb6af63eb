import type { Wallet } from "#kernel/caller.ts";
import type { Msats } from "#kernel/money.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { findNamed, findWallet, listNames } from "#wallets";
import {
  metadataOf,
  type PayLink,
  PayLinkNotFound,
  type PayLinkRef,
  SENDABLE_MIN,
  sendable,
  WAITING_MAX,
} from "../model/pay-link.ts";
import { StaticChargeFull, statusOf } from "../model/static-charge.ts";
import { lookMany } from "../store/batched.ts";

export type PayLinkDeps = {
  readonly db: Db;
  readonly batch: Batch;
  /** Where this service is reached, without a slash at the end; its host is that of the addresses. */
  readonly baseUrl: string;
  /** The most that one payment to an address may bring. */
  readonly addressMax: Msats;
};

/**
 * What a payer may pay, and how.
 *
 * @throws {PayLinkNotFound}
 * @throws {StaticChargeFull}
 * @throws {AppError} `receive_limit_exceeded` when the wallet may receive too little.
 */
export async function findPayLink(deps: PayLinkDeps, ref: PayLinkRef): Promise<PayLink> {
  switch (ref.kind) {
    case "name": {
      const named = await findNamed(deps.db, ref.name);
      if (named === undefined) throw new PayLinkNotFound();
      return await ofWallet(deps, ref, named.wallet, ref.name);
    }
    case "wallet": {
      const wallet = await findWallet(deps.db, ref.id);
      const [present] = wallet === undefined ? [] : await listNames(deps.db, wallet.id);
      if (wallet === undefined || present === undefined) throw new PayLinkNotFound();
      return await ofWallet(deps, ref, wallet, present.name);
    }
    case "static":
      return await ofStaticCharge(deps, ref);
  }
}

async function ofWallet(
  { batch, baseUrl, addressMax }: PayLinkDeps,
  ref: PayLinkRef,
  wallet: Wallet,
  name: string,
): Promise<PayLink> {
  const address = `${name}@${new URL(baseUrl).host}`;
  const description = `Payment to ${address}`;
  const metadata = metadataOf(description, address);
  const link = { kind: "wallet", wallet } as const;
  const { headroom, waiting } = await batch(lookMany, { link, waitingMax: WAITING_MAX });
  const amounts = sendable(SENDABLE_MIN, addressMax, headroom);
  return { ref, wallet, staticCharge: undefined, description, metadata, waiting, ...amounts };
}

async function ofStaticCharge(
  { batch }: PayLinkDeps,
  ref: Extract<PayLinkRef, { readonly kind: "static" }>,
): Promise<PayLink> {
  const { staticCharge, headroom, waiting } = await batch(lookMany, { link: ref, waitingMax: WAITING_MAX });
  if (staticCharge === undefined) throw new PayLinkNotFound();
  if (statusOf(staticCharge) === "full") throw new StaticChargeFull();
  const { description, minAmount, maxAmount, walletId: id, account, owner } = staticCharge;
  const amounts = sendable(minAmount, maxAmount, headroom);
  const metadata = metadataOf(description, undefined);
  return { ref, wallet: { id, account, owner }, staticCharge, description, metadata, waiting, ...amounts };
}
