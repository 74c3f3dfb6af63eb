import type { Message } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import { findIsSending } from "#ledger";
import { type PayDeps, pay, quoteAll, readRecipient } from "#payments";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { listChargesById } from "#receiving";
import type { Movement, WalletOfUser } from "#slices/login/pages.ts";
import { readStatement, type StatementEntry } from "#statements";
import { message } from "#texts/reader.ts";
import { findWalletState } from "#users";
import { listVouchersById } from "#vouchers";
import { findWallet } from "#wallets";

/** On the page of the account. */
const MOVEMENTS_SHOWN = 5;
/** So long the answer to "Send" waits for the outcome; a payment takes a few seconds. */
const WAIT_MS = 10_000;

type WalletDeps = {
  readonly db: Db;
  readonly batch: Batch;
  /** What the user has bought, by the invoices with which it was delivered; undefined: this service sells nothing. */
  readonly bought?: (user: UserId, invoices: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
};

const NOTHING = async () => new Map();

/** The wallet of a user, as the pages of the account show and use it. */
export function walletOfUser(
  { db, batch, bought = NOTHING }: WalletDeps,
  paying: PayDeps,
  waitMs = WAIT_MS,
): WalletOfUser {
  return {
    async read({ id, walletId }) {
      const [state, wallet] = await Promise.all([findWalletState({ batch }, id), findWallet(db, walletId)]);
      if (state === undefined || wallet === undefined) return undefined;
      const { value: entries = [] } = await readStatement({ db }, { wallet, pageSize: MOVEMENTS_SHOWN }).next();
      const [charges, vouchers] = await Promise.all([
        listChargesById(
          db,
          entries.flatMap(({ chargeId }) => chargeId ?? []),
        ),
        listVouchersById(
          db,
          entries.flatMap(({ voucherId }) => voucherId ?? []),
        ),
      ]);
      const invoices = [...charges.values()].map(({ invoice }) => invoice);
      const found = invoices.length === 0 ? new Map() : await bought(id, invoices);
      const isBought = ({ chargeId }: StatementEntry) =>
        chargeId !== undefined && found.has(charges.get(chargeId)?.invoice ?? "");
      const isCredited = ({ amount, voucherId = "" }: StatementEntry) =>
        amount > 0n && vouchers.get(voucherId)?.isCreditedAtOnce === true;
      const typed = entries.map((entry) => (isCredited(entry) ? { ...entry, type: "receipt" as const } : entry));
      return { ...state, movements: typed.map((entry) => movementOf(entry, isBought(entry))) };
    },
    isSending: () => findIsSending(db),
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

function movementOf({ at, amount, chargeId, ...entry }: StatementEntry, isBought: boolean): Movement {
  if (isBought) return { at, amount, said: message("money_move_bought"), receipt: `/wallet/history/${chargeId}` };
  return { at, amount, said: saidOf(entry, amount), receipt: undefined };
}

function saidOf({ type, counterparty }: Pick<StatementEntry, "type" | "counterparty">, amount: bigint): Message {
  switch (type) {
    case "payment":
      return counterparty === undefined ? message("money_move_paid") : message("money_move_sent", { to: counterparty });
    case "refund":
      return message("money_move_refund");
    case "fee_refund":
      return message("money_move_fee_refund");
    case "charge":
      return message("money_move_charge");
    case "receipt":
      return message("money_move_received");
    case "voucher":
      return message(amount > 0n ? "money_move_taken" : "money_move_put");
    case "voucher_refund":
      return message("money_move_link_refund");
    case "fee":
      return message("money_fee");
    case "transfer":
      return message(amount > 0n ? "money_move_received" : "money_move_booked");
  }
}
