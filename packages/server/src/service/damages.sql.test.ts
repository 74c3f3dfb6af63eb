import { expect, it } from "vitest";
import type { Tx } from "#platform/database/db.ts";
import { seenAfter, watchedAfter } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { allInvariants, watchedInvariants } from "./invariants.ts";
import { type Everything, givenEverything } from "./testing/everything.harness.ts";

/** Within ten seconds, by the full audit of the day, or by neither: `docs/invariants.md` says why. */
type Seen = "watched" | "full" | "unseen";
type Change = readonly [what: string, seen: Seen, text: string];

/** One posting, as the application's own function writes it: with its hash, its balances and its chain. */
const posted = (kind: string, debit: string, credit: string, cause = "gen_random_uuid()", amount = 1_000) => {
  const account = (name: string) => (/^[a-z_]+$/.test(name) ? `ledger.system('${name}')` : name);
  return `
    select ledger.post_all(
      now(), array[gen_random_uuid()], array[${account(debit)}]::bigint[], array[${account(credit)}]::bigint[],
      array[${amount}]::bigint[], null, null, array['${kind}'], array[${cause}]::uuid[])`;
};
const payment = (change: string, of = ":pending") => `update payments.payment set ${change} where id = ${of}`;
const set = (table: string, change: string, of: string) => `update ${table} set ${change} where id = ${of}`;

/** Money that moves, with a right hash, for no reason. */
const OF_POSTINGS: readonly Change[] = [
  ["money from the node, as a bonus", "watched", posted("bonus", "lightning_node", ":thief")],
  ["one customer's money to another, under a kind that nobody knows", "watched", posted("move", ":victim", ":thief")],
  ["one customer's money to another, as a payment", "watched", posted("payment", ":victim", ":thief")],
  ["the same, with the id of a payment that there is", "watched", posted("payment", ":victim", ":thief", ":internal")],
  ["a second equity", "watched", posted("equity", "lightning_node", "operator_equity")],
  ["equity to a wallet", "watched", posted("equity_withdrawal", "operator_equity", ":thief")],
  ["a withdrawal of equity that was not booked", "watched", posted("equity_withdrawal", "operator_equity", "onchain")],
  ["a cost on the chain that was not booked", "watched", posted("chain_cost", "chain_costs", "onchain")],
  ["a late settlement of no payment", "watched", posted("late_settlement", "loss", "lightning_node")],
  [
    "a late settlement of a payment that has not failed",
    "watched",
    posted("late_settlement", "loss", "lightning_node", ":completed"),
  ],
  ["a late settlement to a wallet", "watched", posted("late_settlement", "loss", ":thief", ":failed")],
  ["a foreign payment that there is not", "watched", posted("foreign_payment", "loss", "lightning_node")],
  ["an assignment of no receipt", "watched", posted("suspense_assigned", "suspense", ":thief")],
  [
    "an assignment of a receipt that is not assigned",
    "watched",
    posted("suspense_assigned", "suspense", ":thief", ":suspended", 7_000),
  ],
  ["a cost of no receipt", "watched", posted("receipt_cost", "liquidity_expense", "lightning_node")],
  ["a receipt that there is not", "watched", posted("receipt", "lightning_node", ":thief")],
  [
    "a receipt once more, to somebody else",
    "watched",
    posted("receipt", "lightning_node", ":thief", ":receipt", 100_000),
  ],
  [
    "what a pending payment reserved, to somebody else",
    "watched",
    posted("payment_finished", "reserved", ":thief", ":pending"),
  ],
  [
    "the end of a voucher that is open, to somebody else",
    "watched",
    posted("voucher_ended", "vouchers_outstanding", ":thief", ":open", 1_000_000),
  ],
  ["a voucher that there is not", "watched", posted("voucher", ":victim", "vouchers_outstanding")],
  ["our fee on a voucher that has none", "watched", posted("voucher_fee", ":victim", "fee_income_email", ":open")],
  ["fees that we have earned, to a wallet", "watched", posted("voucher_fee", "fee_income_email", ":thief", ":open")],
  [
    "what is sold and not delivered, to a wallet",
    "watched",
    posted("purchase_ended", "ramp_clearing", ":thief", ":delivering"),
  ],
  [
    "what is sold and not delivered, back to the operator",
    "full",
    posted("purchase_ended", "ramp_clearing", "operator_equity", ":delivering"),
  ],
  [
    "money lent after a restore, to a wallet that owes nothing",
    "watched",
    posted("restore_deficit", "restore_deficit", ":thief"),
  ],
  ["coins of the chain, to a wallet", "watched", posted("onchain_failed", "onchain", ":thief")],
  ["the money of a node that nobody replaced", "watched", posted("node_replaced", "former_node", "lightning_node")],
  ["what came back from a node that nobody replaced", "watched", posted("former_settled", "onchain", "former_node")],
];

const OF_PAYMENTS: readonly Change[] = [
  ["the payer's account of a pending payment", "watched", payment("account_no = :thief")],
  [
    "the payer's account and wallet of a pending payment",
    "watched",
    payment("account_no = :thief, wallet_id = :thiefWallet, owner_id = :thiefOwner"),
  ],
  ["the wallet of a pending payment", "watched", payment("wallet_id = :thiefWallet")],
  ["the owner of a pending payment", "watched", payment("owner_id = :thiefOwner")],
  [
    "amount for fee limit of a pending payment",
    "watched",
    payment("amount_msats = amount_msats + 1, fee_limit_msats = fee_limit_msats - 1"),
  ],
  ["the amount of a pending payment", "watched", payment("amount_msats = amount_msats - 1")],
  ["the fee limit of a pending payment", "watched", payment("fee_limit_msats = fee_limit_msats + 1")],
  [
    "the invoice of a pending payment, for a dearer one",
    "watched",
    payment("invoice = replace(invoice, substring(invoice from '^lnbcrt[0-9]+'), 'lnbcrt99')"),
  ],
  ["when a pending payment is looked at: never", "watched", payment("due_at = null")],
  ["when a pending payment is looked at: in a thousand years", "watched", payment("due_at = '2999-01-01'")],
  ["the lease of a pending payment", "watched", payment("lease_until = '2999-01-01'")],
  ["how many attempts provably never left", "watched", payment("attempts_not_sent = attempt")],
  [
    "a payment that is in flight, as one that was never sent",
    "watched",
    payment("state = 'ready', previous_state = 'resolving'"),
  ],
  [
    "an attempt of a pending payment, by deleting it",
    "watched",
    "delete from payments.attempt where payment_id = :pending",
  ],
  ["at which node a pending payment was ordered", "watched", payment("node_no = 2")],
  ["that a pending payment was ordered at a node", "watched", payment("node_no = null")],
  ["that the node of a pending payment was replaced", "watched", payment("node_replaced_at = now()")],
  ["the reservation of a pending payment", "watched", payment("reserve_no = reserve_no - 1")],
  ["the transfer of a pending payment", "watched", payment("transfer_id = gen_random_uuid()")],
  [
    "a pending payment as failed",
    "watched",
    payment("state = 'failed', previous_state = 'unknown', failure_code = 'no_route', processed_at = now()"),
  ],
  [
    "a pending payment as completed",
    "watched",
    payment("state = 'completed', previous_state = 'unknown', fee_msats = 0, processed_at = now()"),
  ],
  [
    "a completed payment as one to be sent",
    "watched",
    payment(
      "state = 'ready', previous_state = 'resolving', fee_msats = null, processed_at = null, due_at = now()",
      ":completed",
    ),
  ],
  [
    "a failed payment as completed",
    "full",
    payment("state = 'completed', previous_state = 'unknown', failure_code = null, fee_msats = 0", ":failed"),
  ],
  ["the payer's account of a completed payment", "full", payment("account_no = :thief", ":completed")],
  ["the fee of a completed payment", "full", payment("fee_msats = fee_msats - 1", ":completed")],
  ["the preimage of a completed payment", "full", payment("preimage = null", ":completed")],
  [
    "the event of a completed payment",
    "full",
    "delete from events.delivery where event_id in (select id from events.event where object_id = :completed)",
  ],
  [
    "the account of reservations",
    "watched",
    "update ledger.account set balance = balance - 1 where no = ledger.system('reserved')",
  ],
];

const OF_RECEIPTS: readonly Change[] = [
  ["the account of a charge that waits", "full", set("receiving.charge", "account_no = :thief", ":charge")],
  [
    "account, wallet and owner of a charge that waits, for another's of the same owner",
    "full",
    set("receiving.charge", "account_no = :thief, wallet_id = :thiefWallet", ":charge"),
  ],
  [
    "the amount of a charge that waits",
    "full",
    set("receiving.charge", "amount_msats = amount_msats - 1000", ":charge"),
  ],
  [
    "a charge that waits, as paid",
    "full",
    set(
      "receiving.charge",
      "state = 'completed', received_msats = amount_msats, paid_at = now(), due_at = null",
      ":charge",
    ),
  ],
  ["when the node is asked about a charge", "full", set("receiving.charge", "due_at = '2999-01-01'", ":charge")],
  ["what a charge received", "full", set("receiving.charge", "received_msats = received_msats + 1", ":paid")],
  [
    "a receipt in suspense, as assigned",
    "full",
    set(
      "receiving.receipt",
      "assigned_to = :thief, assigned_by = gen_random_uuid(), wallet_id = :thiefWallet",
      ":suspended",
    ),
  ],
  ["a receipt in suspense, by deleting it", "full", "delete from receiving.receipt where id = :suspended"],
  ["the amount of a receipt", "full", set("receiving.receipt", "amount_msats = amount_msats + 1", ":receipt")],
  ["the wallet of a receipt", "full", set("receiving.receipt", "wallet_id = :thiefWallet", ":receipt")],
  ["the cost of a receipt", "full", set("receiving.receipt", "cost_msats = 0", ":receipt")],
];

const OF_VOUCHERS: readonly Change[] = [
  ["the account of an open voucher", "full", set("vouchers.voucher", "account_no = :thief", ":open")],
  ["the account of an open withdrawal request", "full", set("vouchers.voucher", "account_no = :thief", ":asked")],
  ["the amount of an open voucher", "full", set("vouchers.voucher", "amount_msats = amount_msats * 2", ":open")],
  [
    "a redeemed voucher, open again",
    "full",
    set(
      "vouchers.voucher",
      "state = 'open', due_at = expires_at, ended_at = null, ended_by = null, end_transfer_id = null",
      ":redeemed",
    ),
  ],
  [
    "a revoked voucher, open again",
    "full",
    set(
      "vouchers.voucher",
      "state = 'open', due_at = expires_at, ended_at = null, ended_by = null, end_transfer_id = null",
      ":revoked",
    ),
  ],
  [
    "a withdrawal request that was taken, open again",
    "full",
    set(
      "vouchers.voucher",
      "state = 'open', due_at = expires_at, ended_at = null, payment_id = null, invoice = null, payment_hash = null, claim_msats = null, fee_msats = null",
      ":withdrawn",
    ),
  ],
  [
    "a claim under way, open again",
    "full",
    set(
      "vouchers.voucher",
      "state = 'open', due_at = expires_at, payment_id = null, invoice = null, payment_hash = null, claim_msats = null",
      ":claiming",
    ),
  ],
  [
    "an open voucher that is past its expiry",
    "full",
    set("vouchers.voucher", "expires_at = now() - interval '1 day', created_at = now() - interval '2 days'", ":open"),
  ],
  ["when an open voucher ends", "full", set("vouchers.voucher", "due_at = '2999-01-01'", ":open")],
  ["an open voucher, by deleting it", "full", "delete from vouchers.voucher where id = :open"],
  ["the token that redeems a voucher", "unseen", set("vouchers.voucher", "token_hash = sha256('mine')", ":open")],
];

const OF_ACCOUNTS: readonly Change[] = [
  [
    "the accounts of two wallets, swapped",
    "watched",
    `
    update wallets.wallet w set account_no = -w.account_no where w.id in (:victimWallet, :thiefWallet);
    update wallets.wallet w set account_no = case w.id when :victimWallet then :thief else :victim end
     where w.id in (:victimWallet, :thiefWallet)`,
  ],
  ["the floor of a wallet", "full", "update ledger.account set floor = null where no = :thief"],
  ["the floor of a wallet, far below zero", "full", "update ledger.account set floor = -1000000000 where no = :thief"],
  [
    "the floor of the account of reservations",
    "watched",
    "update ledger.account set floor = null where kind = 'reserved'",
  ],
  [
    "the floor of the account of vouchers",
    "watched",
    "update ledger.account set floor = null where kind = 'vouchers_outstanding'",
  ],
  ["the balance of a wallet", "full", "update ledger.account set balance = balance + 1000 where no = :thief"],
  [
    "an account that nobody opened",
    "watched",
    "insert into ledger.account (no, kind, floor) values (999999, 'wallet', 0)",
  ],
  ["the owner of a project's wallet", "watched", set("wallets.wallet", "owner_id = :thiefOwner", ":victimWallet")],
  [
    "the wallet of a user",
    "full",
    `
    update users.user u set wallet_id = gen_random_uuid() where u.id = :user`,
  ],
  [
    "the name of a project's wallet",
    "watched",
    "update wallets.name set released_at = now() where wallet_id = :victimWallet",
  ],
  [
    "the limits of a user's wallet",
    "full",
    `
    update ledger.account a set limit_day = 5 from wallets.wallet w where w.account_no = a.no and w.owner_id = :user`,
  ],
  [
    "what a key has taken of its budget",
    "full",
    "update projects.key_policy set spent_day = 0, spent_hour = 0, spent_week = 0, spent_month = 0, spent_before = array_fill(0::bigint, array[24])",
  ],
  [
    "a pause without the switch",
    "watched",
    "insert into ledger.pause (kind, reason, since, set_no) values ('operator', 'x', now(), 0)",
  ],
  ["the switch without a pause", "watched", "update ledger.book set paused = true"],
  [
    "a pause that is newer than the newest",
    "watched",
    "select ledger.pause(now(), 'operator', 'x'); update ledger.pause set set_no = set_no + 5",
  ],
  ["the amount of a posting", "full", "update ledger.posting set amount = amount + 1 where no = 3"],
  [
    "the last posting, by deleting it",
    "watched",
    "delete from ledger.posting where no = (select posting_no from ledger.book)",
  ],
  ["the head of the chain", "watched", "update ledger.book set head = sha256(head)"],
];

const OF_OTHERS: readonly Change[] = [
  ["a paid purchase that nobody looks at", "full", set("ramp.purchase", "due_at = null", ":delivering")],
  ["what a quote sells", "full", set("ramp.purchase", "amount_msats = amount_msats * 2", ":quoted")],
  ["what a purchase under way sells", "full", set("ramp.purchase", "amount_msats = amount_msats + 1", ":delivering")],
  [
    "a purchase that was delivered, as given back",
    "full",
    set("ramp.purchase", "state = 'refunded', previous_state = 'refund_pending', failure_code = 'no_route'", ":bought"),
  ],
  ["the sale of a card", "full", "delete from ramp.entry where purchase_id = :bought and kind = 'sale'"],
  ["who pays a payment on the chain", "full", "update onchain.payment set account_no = :thief"],
  ["what a payment on the chain pays", "full", "update onchain.payment set amount_msats = amount_msats + 1000"],
  [
    "when a payment on the chain is looked at",
    "full",
    "update onchain.payment set due_at = '2999-01-01' where state = 'dispatched'",
  ],
  ["what the operator booked", "full", set("lightning.operator_booking", "amount_msats = 1", ":booking")],
  ["that the equity was booked", "full", "update lightning.node set equity_transfer_id = null"],
  [
    "a second node beside the one",
    "watched",
    `insert into lightning.node (id, node_id, network, instance_id, bound_at)
     select 2, 'another', n.network, n.instance_id, now() from lightning.node n`,
  ],
  ["how a foreign payment was booked", "full", "update lightning.foreign_payment set transfer_id = gen_random_uuid()"],
  ["a key that was revoked", "unseen", "update projects.project_key set revoked_at = null"],
  [
    "the address by which a user logs in",
    "unseen",
    "update users.user set email = 'thief@example.com' where id = :user",
  ],
];

const DAMAGES = [...OF_POSTINGS, ...OF_PAYMENTS, ...OF_RECEIPTS, ...OF_VOUCHERS, ...OF_ACCOUNTS, ...OF_OTHERS];

const change =
  ({ names }: Everything, text: string) =>
  async (tx: Tx) => {
    const named = text.replace(/(?<!:):([a-zA-Z]+)\b/g, (_, name: string) => {
      const value = names[name];
      if (value === undefined) throw new Error(`no ${name} was given`);
      return value;
    });
    for (const statement of named.split(";")) await tx.query({ text: statement, values: [] });
  };

/** A hundred damages, each looked for by all invariants: ten seconds, or minutes where the machine has other work. */
const RUN_MS = 600_000;

onDatabase("an audit of damages by hand", (database) => {
  const WHOLE = "finds nothing in what is whole, and sees each damage as early as the table says";
  it(WHOLE, { timeout: RUN_MS }, async () => {
    const given = await givenEverything(database());
    const { admin } = database();
    const all = await allInvariants(given.clock);
    expect(await seenAfter(admin, [...all, ...watchedInvariants(given.clock)])).toEqual([]);
    const wrong: unknown[] = [];
    for (const [what, seen, text] of DAMAGES) {
      const full = await seenAfter(admin, all, change(given, text));
      const watched = await watchedAfter(admin, watchedInvariants(given.clock), change(given, text));
      const found: Seen = watched.length > 0 ? "watched" : full.length > 0 ? "full" : "unseen";
      if (found !== seen || (watched.length > 0 && full.length === 0)) wrong.push([what, found, full, watched]);
    }
    expect(wrong).toEqual([]);
    expect(await seenAfter(admin, all)).toEqual([]);
  });

  it("sees at least 95 of a hundred in all, and half of them within ten seconds", () => {
    const count = (...kinds: readonly Seen[]) => DAMAGES.filter(([, seen]) => kinds.includes(seen)).length;
    expect([DAMAGES.length, count("watched"), count("full"), count("unseen")]).toEqual([110, 62, 45, 3]);
    expect(count("watched", "full") / DAMAGES.length).toBeGreaterThanOrEqual(0.95);
    expect(count("watched") / DAMAGES.length).toBeGreaterThanOrEqual(0.5);
  });
});
