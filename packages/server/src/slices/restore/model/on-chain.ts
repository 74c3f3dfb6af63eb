import type { PaymentId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { Published } from "#onchain";
import { type BitcoinAddress, type BitcoinNetwork, parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { paidTo } from "#protocol/bitcoin-transaction.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";

/**
 * A purchase to an address of the chain that waits for the restore, and for which the database has no transaction: one
 * may have been published after the copy was made.
 */
export type ChainPurchase = {
  readonly id: string;
  readonly state: string;
  /** That its payment was to have; undefined: none was chosen. */
  readonly paymentId: PaymentId | undefined;
  /** An address. */
  readonly destination: string;
  readonly amount: Msats;
  /** The most that miners were to get. */
  readonly feeLimit: Msats;
  readonly createdAt: Date;
};

/** States in which the copy does not know that the card has paid: the processor is asked about it first. */
export function isUnpaid({ state }: Pick<ChainPurchase, "state">): boolean {
  return state === "requires_payment" || state === "requires_action";
}

export type Match = { readonly purchase: ChainPurchase; readonly published: Published };

/**
 * Which transaction was published for which purchase: the one that has its id as reference and pays its address; else
 * the only one without a reference that pays its address just the amount, where no other purchase fits it. Nothing
 * follows for a purchase without one.
 */
export function matchPublished(
  purchases: readonly ChainPurchase[],
  published: readonly Published[],
  network: BitcoinNetwork,
): readonly Match[] {
  const read = purchases.flatMap((purchase) => {
    const address = addressOf(purchase, network);
    return address === undefined ? [] : [{ purchase, address }];
  });
  const unnamed = published.filter(({ reference }) => reference === undefined);
  return read.flatMap(({ purchase, address }) => {
    const own = published.filter((one) => one.reference === purchase.id && paysAtLeast(one, address, purchase.amount));
    const found = deepest(own) ?? onlyOne(unnamed.filter((one) => isJust(one, address, purchase)));
    return found === undefined ? [] : [{ purchase, published: found }];
  });

  /** Nobody else is owed the same. */
  function isJust(one: Published, address: BitcoinAddress, { id, amount }: ChainPurchase): boolean {
    const paid = paidTo(one, address.script);
    if (paid.length !== 1 || paid[0] !== amount) return false;
    return !read.some(
      (other) =>
        other.purchase.id !== id &&
        other.purchase.amount === amount &&
        Buffer.compare(other.address.script, address.script) === 0,
    );
  }
}

/**
 * What may have been published for a purchase: under its id, or without a reference, and pays its address at least the
 * amount; also where it may be another purchase's.
 */
export function listPossible(
  purchase: Pick<ChainPurchase, "id" | "destination" | "amount">,
  published: readonly Published[],
  network: BitcoinNetwork,
): readonly Published[] {
  const address = addressOf(purchase, network);
  if (address === undefined) return [];
  return published.filter(
    (one) => [undefined, purchase.id].includes(one.reference) && paysAtLeast(one, address, purchase.amount),
  );
}

export function paysAtLeast(one: Published, address: BitcoinAddress, amount: Msats): boolean {
  return paidTo(one, address.script).reduce((sum, paid) => sum + paid, 0n) >= amount;
}

/** Undefined: it is none of this network. */
export function addressOf(
  { destination }: Pick<ChainPurchase, "destination">,
  network: BitcoinNetwork,
): BitcoinAddress | undefined {
  try {
    return parseBitcoinAddress(destination, network);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return undefined;
  }
}

/** Of several that were published under one name the one that is most likely to stay. */
function deepest(all: readonly Published[]): Published | undefined {
  return all.toSorted((a, b) => b.confirmations - a.confirmations)[0];
}

function onlyOne<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}
