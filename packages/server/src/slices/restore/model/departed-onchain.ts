import type { PaymentId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type BitcoinAddress, type BitcoinNetwork, parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { type BitcoinTransaction, paidTo, parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";
import type { Imported } from "./imported.ts";

/** A payment to an address of the chain that may have been published before the restore, as the journal tells. */
export type DepartedOnchain = {
  readonly id: PaymentId;
  /** What it delivers. */
  readonly purchase: string;
  readonly txid: string;
  /** Signed. */
  readonly transaction: Uint8Array;
  readonly amount: Msats;
  /** Of miners. */
  readonly fee: Msats;
  readonly firstAt: Date;
};

/** `restore.bring_back_onchain` says what each means; `damaged`: its bytes are not what the line says. */
export type OnchainBroughtBack =
  | "brought_back"
  | "known"
  | "differs"
  | "given_up"
  | "taken"
  | "damaged"
  | "origin_unknown"
  | "origin_ended"
  | "origin_not_paid"
  | "origin_delivering"
  | "origin_differs";

/**
 * Whether the bytes of a line are the transaction that it names and pay the address of its purchase the amount, once.
 * Undefined: they do not.
 */
export function addressPaid(
  { txid, transaction, amount }: DepartedOnchain,
  destination: string,
  network: BitcoinNetwork,
): BitcoinAddress | undefined {
  const address = attempt(() => parseBitcoinAddress(destination, network));
  const read = readTransaction({ txid, transaction });
  if (address === undefined || read === undefined) return undefined;
  const paid = paidTo(read, address.script);
  return paid.length === 1 && paid[0] === amount ? address : undefined;
}

/** Undefined: these bytes are not the transaction of this id. */
export function readTransaction({
  txid,
  transaction,
}: Pick<DepartedOnchain, "txid" | "transaction">): BitcoinTransaction | undefined {
  const read = attempt(() => parseBitcoinTransaction(transaction));
  return read?.txid === txid ? read : undefined;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return undefined;
  }
}

/** For the operator: what was written, or why nothing was. */
export function tellOnchain({ id, purchase, txid }: DepartedOnchain, outcome: OnchainBroughtBack): Imported {
  const told = (as: Imported["outcome"], detail: string): Imported => ({
    what: "onchain.publish",
    id,
    outcome: as,
    detail: `transaction ${txid}: ${detail}`,
  });
  switch (outcome) {
    case "brought_back":
      return told("done", `purchase ${purchase} is delivered by it; the same bytes are published until it confirms`);
    case "known":
      return told("known", "it is here already");
    case "damaged":
      return told("question", "the line has other bytes than those of this transaction: look it up on the chain");
    case "differs":
      return told("question", "the payment of this id has another transaction here: look both up on the chain");
    case "given_up":
      return told("question", "the payment of this id was given up in this copy: look it up on the chain");
    case "taken":
      return told("question", `purchase ${purchase} has another payment on the chain here: look both up`);
    case "origin_unknown":
      return told(
        "question",
        `purchase ${purchase} is not in this copy: give nothing back for it; when the transaction has confirmed, ` +
          "`leyden equity chain-cost` books what it took",
      );
    case "origin_ended":
      return told("question", `purchase ${purchase} has ended in this copy: \`leyden ramp show ${purchase}\``);
    case "origin_not_paid":
      return told("question", `the card of purchase ${purchase} has not paid here: import again when it has`);
    case "origin_delivering":
      return told("question", `purchase ${purchase} is being delivered by another payment here`);
    case "origin_differs":
      return told("question", `purchase ${purchase} has another address, amount or fee here than it pays`);
  }
}
