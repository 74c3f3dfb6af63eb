import type { Wallet } from "#kernel/caller.ts";
import type { ChargeId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { type Clue, type Finder, FOUND_MAX, type FoundThing } from "#things";
import { type Charge, seenBy } from "./model/charge.ts";
import { type StaticCharge, type StaticChargeId, statusOf } from "./model/static-charge.ts";
import { findChargeByHash, findReadableCharge, listCharges } from "./store/charges.ts";
import { listReceiptsById } from "./store/receipts.ts";
import { findStaticCharge, listStaticCharges } from "./store/static-charges.ts";

/** Charges and static charges of the caller's wallet, and charges that its owner asked for. */
export function chargeFinder({ db }: { readonly db: Db }): Finder {
  return {
    by: ["id", "hash", "invoice", "own_name"],
    async find({ wallet }, clue) {
      const [charges, statics] = await Promise.all([chargesBy(db, wallet, clue), staticsBy(db, wallet, clue)]);
      return [...charges.map((charge) => found(seenBy(wallet.owner.id, charge))), ...statics.map(foundStatic)];
    },
  };
}

async function chargesBy(db: Db, wallet: Wallet, clue: Clue): Promise<readonly Charge[]> {
  switch (clue.kind) {
    case "id": {
      const [charge, ofReceipt] = await Promise.all([
        findReadableCharge(db, wallet, clue.id as ChargeId),
        chargeOfReceipt(db, wallet, clue.id),
      ]);
      return [charge ?? [], ofReceipt ?? []].flat();
    }
    case "hash": {
      const both = await Promise.all([findChargeByHash(db, clue.hash), findChargeByHash(db, clue.hashed)]);
      return both.flatMap((charge) => (charge !== undefined && isReadable(wallet, charge) ? [charge] : []));
    }
    case "invoice": {
      const charge = await findChargeByHash(db, clue.paymentHash);
      return charge !== undefined && isReadable(wallet, charge) ? [charge] : [];
    }
    case "own_name": {
      const charges = await listCharges(db, { wallet: wallet.id, limit: FOUND_MAX }, { internalId: clue.name });
      return charges.filter((charge) => seenBy(wallet.owner.id, charge).internalId !== undefined);
    }
    default:
      return [];
  }
}

async function chargeOfReceipt(db: Db, wallet: Wallet, id: string): Promise<Charge | undefined> {
  const receipt = (await listReceiptsById(db, [id])).get(id);
  if (receipt === undefined || receipt.walletId !== wallet.id || receipt.chargeId === undefined) return undefined;
  return await findReadableCharge(db, wallet, receipt.chargeId);
}

/** As `findReadableCharge`. */
function isReadable(wallet: Wallet, { walletId, origin }: Charge): boolean {
  return walletId === wallet.id || (origin.kind === "project" && origin.askedBy === wallet.owner.id);
}

async function staticsBy(db: Db, { id: wallet }: Wallet, clue: Clue): Promise<readonly StaticCharge[]> {
  switch (clue.kind) {
    case "id":
      return [(await findStaticCharge(db, wallet, clue.id as StaticChargeId)) ?? []].flat();
    case "own_name":
      return await listStaticCharges(db, { wallet, limit: FOUND_MAX }, { internalId: clue.name });
    default:
      return [];
  }
}

function found({ id, amount, state, internalId, createdAt }: Charge): FoundThing {
  return { kind: "charge", id, status: state.kind, amount, name: internalId, createdAt };
}

function foundStatic(charge: StaticCharge): FoundThing {
  const { id, maxAmount, internalId, createdAt } = charge;
  return { kind: "static_charge", id, status: statusOf(charge), amount: maxAmount, name: internalId, createdAt };
}
