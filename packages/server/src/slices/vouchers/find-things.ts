import type { WalletId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { type Clue, type Finder, FOUND_MAX, type FoundThing } from "#things";
import { hashOfRecipient } from "./model/secrets.ts";
import type { Voucher, VoucherId } from "./model/voucher.ts";
import { listVouchersByCode, listVouchersMovedBy, listVouchersTo } from "./store/search.ts";
import { findVoucher, listVouchers } from "./store/vouchers.ts";

/** Vouchers and withdrawal requests of the caller's wallet, and vouchers that it has taken. */
export function voucherFinder({ db }: { readonly db: Db }): Finder {
  return {
    by: ["id", "address", "code", "own_name"],
    find: async ({ wallet }, clue) =>
      (await listByClue(db, wallet.id, clue)).map((voucher) => found(voucher, wallet.id)),
  };
}

async function listByClue(db: Db, wallet: WalletId, clue: Clue): Promise<readonly Voucher[]> {
  const wanted = { wallet, limit: FOUND_MAX };
  switch (clue.kind) {
    case "id": {
      const [voucher, moved] = await Promise.all([
        findVoucher(db, clue.id as VoucherId),
        listVouchersMovedBy(db, wanted, clue.id),
      ]);
      return [voucher !== undefined && isOf(wallet, voucher) ? voucher : [], moved].flat();
    }
    case "address":
      return await listVouchersTo(db, wanted, hashOfRecipient(clue.address));
    case "code":
      return await listVouchersByCode(db, wanted, clue.code);
    case "own_name": {
      const filter = { internalId: clue.name };
      const both = await Promise.all([
        listVouchers(db, { ...wanted, kind: "voucher" }, filter),
        listVouchers(db, { ...wanted, kind: "withdrawal" }, filter),
      ]);
      return both.flat();
    }
    default:
      return [];
  }
}

function isOf(wallet: WalletId, { walletId, state }: Voucher): boolean {
  return walletId === wallet || (state.kind === "redeemed" && state.by === wallet);
}

/** Whoever took it does not see what its issuer calls it. */
function found({ id, walletId, origin, amount, internalId, createdAt, state }: Voucher, wallet: WalletId): FoundThing {
  const name = walletId === wallet ? internalId : undefined;
  return { kind: origin.kind, id, status: state.kind, amount, name, createdAt };
}
