import { type PayDeps, pay, quoteAll, readRecipient } from "#payments";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { Movement, WalletOfUser } from "#slices/login/pages.ts";
import { readStatement, type StatementEntry } from "#statements";
import { findWalletState } from "#users";
import { findWallet } from "#wallets";

/** On the page of the account. */
const MOVEMENTS_SHOWN = 5;
/** So long the answer to "Send" waits for the outcome; a payment takes a few seconds. */
const WAIT_MS = 10_000;

/** The wallet of a user, as the pages of the account show and use it. */
export function walletOfUser(
  { db, batch }: { readonly db: Db; readonly batch: Batch },
  paying: PayDeps,
  waitMs = WAIT_MS,
): WalletOfUser {
  return {
    async read({ id, walletId }) {
      const [state, wallet] = await Promise.all([findWalletState({ batch }, id), findWallet(db, walletId)]);
      if (state === undefined || wallet === undefined) return undefined;
      const { value: entries = [] } = await readStatement({ db }, { wallet, pageSize: MOVEMENTS_SHOWN }).next();
      return { ...state, movements: entries.map(movementOf) };
    },
    async callerOf({ id, walletId }, sessionId) {
      const wallet = await findWallet(db, walletId);
      return wallet && { wallet, actor: { kind: "user", userId: id, sessionId } };
    },
    async quoteAll(caller, { recipient, available }) {
      return await quoteAll(paying, { caller, destination: readRecipient(recipient), available });
    },
    async pay(caller, { recipient, amount, token, hungUp }) {
      const destination = readRecipient(recipient);
      const asked = { caller, destination, amount, idempotencyKey: token, waitMs, hungUp };
      return (await pay(paying, asked)).payment;
    },
  };
}

function movementOf({ at, amount, ...entry }: StatementEntry): Movement {
  return { at, amount, text: textOf(entry, amount) };
}

function textOf({ type, counterparty }: Pick<StatementEntry, "type" | "counterparty">, amount: bigint): string {
  switch (type) {
    case "payment":
      return counterparty === undefined ? "Paid an invoice" : `Sent to ${counterparty}`;
    case "refund":
      return "Back from a payment that failed";
    case "fee_refund":
      return "Back from a fee that was not needed";
    case "charge":
      return "An invoice was paid";
    case "receipt":
      return "Received";
    case "voucher":
      return amount > 0n ? "Taken from a link" : "Put into a link";
    case "voucher_refund":
      return "Back from a link";
    case "fee":
      return "Fee";
    case "transfer":
      return amount > 0n ? "Received" : "Booked by the service";
  }
}
