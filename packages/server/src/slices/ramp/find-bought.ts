import { decimalOf } from "#kernel/fiat.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { deliveryOf } from "./model/purchase.ts";
import { purchaseNumber, type Seller } from "./model/receipt.ts";
import { listPurchasesByInvoice } from "./store/purchase-lists.ts";

export type FindBoughtDeps = { readonly db: Db; readonly seller: Pick<Seller, "name"> };

/** What a user has bought, as its receipt says it, by the invoice (BOLT 11) with which it was delivered. */
export async function findBought(
  { db, seller }: FindBoughtDeps,
  { user, invoices }: { readonly user: UserId; readonly invoices: readonly string[] },
) {
  const purchases = invoices.length === 0 ? [] : await listPurchasesByInvoice(db, user, invoices);
  return new Map(
    purchases.flatMap((purchase) => {
      const { id, quote } = purchase;
      const delivery = deliveryOf(purchase);
      if (delivery?.kind !== "invoice" || delivery.invoice === undefined) return [];
      const receipt = {
        number: purchaseNumber(id),
        paid: decimalOf(quote.source),
        fee: decimalOf(quote.fee),
        price: decimalOf(quote.price),
        currency: quote.currency as string,
        seller: seller.name,
      };
      return [[delivery.invoice, receipt] as const];
    }),
  );
}
