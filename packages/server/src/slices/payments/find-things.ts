import type { PaymentId, WalletId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { type Clue, type Finder, FOUND_MAX, type FoundThing } from "#things";
import { findUserByGamertag } from "#users";
import { type Payment, wireStatus } from "./model/payment.ts";
import { listPayments } from "./store/lists.ts";
import { findPaymentOfWallet } from "./store/payments.ts";
import { listPaymentsByHash, listPaymentsByTransfer } from "./store/search.ts";

/** Payments that the caller's wallet made. */
export function paymentFinder({ db }: { readonly db: Db }): Finder {
  return {
    by: ["id", "hash", "invoice", "address", "name", "own_name"],
    find: async ({ wallet }, clue) => (await listByClue(db, wallet.id, clue)).map(found),
  };
}

async function listByClue(db: Db, wallet: WalletId, clue: Clue): Promise<readonly Payment[]> {
  const limit = FOUND_MAX;
  const to = async (recipient: string) => await listPayments(db, { wallet, limit }, { recipient });
  switch (clue.kind) {
    case "id": {
      const [own, ofTransfer, paid] = await Promise.all([
        findPaymentOfWallet(db, wallet, clue.id as PaymentId),
        listPaymentsByTransfer(db, wallet, clue.id),
        to(clue.id),
      ]);
      return [own ?? [], ofTransfer, paid].flat();
    }
    case "hash":
      return await listPaymentsByHash(db, wallet, { hashes: [clue.hash, clue.hashed], limit });
    case "invoice":
      return await listPaymentsByHash(db, wallet, { hashes: [clue.paymentHash], limit });
    case "address":
      return await to(clue.address);
    case "name": {
      const user = await findUserByGamertag(db, clue.gamertag);
      return user === undefined ? [] : await to(user.id);
    }
    case "own_name":
      return await listPayments(db, { wallet, limit }, { internalId: clue.name });
    default:
      return [];
  }
}

function found(payment: Payment): FoundThing {
  const { id, amount, internalId, createdAt } = payment;
  return { kind: "payment", id, status: wireStatus(payment), amount, name: internalId, createdAt };
}
