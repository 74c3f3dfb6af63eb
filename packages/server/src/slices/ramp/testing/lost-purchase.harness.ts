import { minor } from "#kernel/fiat.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { listNames } from "#wallets";
import { refundStray, type StrayDeps } from "../drive/adopt-stray.ts";
import { deliverStray, type NamedPurchase } from "../drive/deliver-stray.ts";
import type { ToldPurchase } from "../model/lost-purchase.ts";
import type { PurchaseId } from "../model/purchase.ts";
import { givenRamp, type RampDeps } from "./ramp.harness.ts";

/** Of a purchase of which the journal has no line. */
export const NOTHING_TOLD: ToldPurchase = {
  begunAt: undefined,
  sessionId: undefined,
  projectId: undefined,
  userId: undefined,
  walletId: undefined,
  amount: undefined,
  feeLimit: undefined,
  paymentHashes: [],
  txids: [],
  isCredited: false,
  wasRefundedByHand: false,
};

export const NOTHING_NAMED: NamedPurchase = {
  destination: undefined,
  walletId: undefined,
  userId: undefined,
  projectId: undefined,
};

export const BOUGHT = msats(26_630_000n);

type Named = Partial<NamedPurchase> & { readonly amount?: Msats | undefined };

/** A card has paid 25 EUR for a purchase that this database does not have; the journal has its line. */
export async function givenLost(database: DatabaseUnderTest, changes: Partial<RampDeps> = {}) {
  await database.admin.query(sql`delete from lightning.foreign_payment where transfer_id is null`);
  const ramp = await givenRamp(database, changes);
  const { cards, caller, deps, world, clock } = ramp;
  const buyer = await ramp.person();
  const id = crypto.randomUUID() as PurchaseId;
  const { reference } = await cards.processor.begin({
    purchaseId: id,
    amount: minor(2_500n),
    currency: "EUR",
    email: buyer.email,
    description: "x",
  });
  cards.authorize(id);
  cards.say(id, { state: "captured", fee: minor(75n) });
  const told: ToldPurchase = {
    ...NOTHING_TOLD,
    begunAt: new Date(clock.now().getTime() - 60_000),
    sessionId: crypto.randomUUID() as never,
    projectId: caller.wallet.owner.id as never,
    userId: buyer.id,
    walletId: caller.wallet.id,
    amount: BOUGHT,
    feeLimit: msats(266_300n),
  };
  // The host of recipients is this service's: the wallet's own address is one of them.
  const [name] = await listNames(database.db, caller.wallet.id);
  const own = world.recipient(name?.name ?? "");
  const baseUrl = `https://${own.split("@")[1]}`;
  const adopting = { ...deps, baseUrl, processor: cards.processor, node: world.node as StrayDeps["node"] };
  const stray = { reference, reason: "the shop told me", despiteUnexplained: false, despitePrice: false };
  return {
    ...ramp,
    id,
    reference,
    buyer,
    own,
    told,
    adopting,
    deliver: (
      as: Partial<ToldPurchase> = {},
      { amount, ...named }: Named = {},
      despiteUnexplained = false,
      despitePrice = false,
    ) =>
      deliverStray(adopting, {
        ...stray,
        amount,
        despiteUnexplained,
        despitePrice,
        told: { ...told, ...as },
        named: { ...NOTHING_NAMED, ...named },
      }),
    refund: (as: Partial<ToldPurchase> = {}, despiteUnexplained = false, amount?: Msats) =>
      refundStray(adopting, { ...stray, amount, despiteUnexplained, told: { ...told, ...as } }),
    rows: async () => {
      const rows = await database.db.query<{ count: number }>(sql`
        select count(*)::int as count from ramp.purchase where id = ${id}`);
      return rows[0]?.count;
    },
  };
}
