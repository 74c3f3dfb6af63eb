import type { AccountNo } from "#kernel/ids.ts";

/**
 * `owed`: it belongs to others. `own`: it is the operator's, or has cost the operator something. `held`: what the node
 * holds. `limbo`: what a former node held, which can be neither sent nor sold. All customers and accounts sum to zero,
 * so what is held or in limbo, and not owed, is the operator's own (`sql/own_money.sql`).
 */
type Side = "owed" | "own" | "held" | "limbo";

type SystemAccount = { readonly no: AccountNo; readonly side: Side; readonly isFor: string };

const account = (no: bigint, side: Side, isFor: string): SystemAccount => ({ no: no as AccountNo, side, isFor });

/**
 * The chart of accounts: every system account. A balance is credits minus debits, so what we owe others stands
 * above zero and what we have stands below.
 *
 * A new account gets a line here, a row in a migration and a line in `sql/system.sql`; a test holds them together.
 * Customers have accounts of the kind "wallet", numbered from 1000, which never fall below zero.
 */
export const CHART = {
  reserved: account(1n, "owed", "Taken out of wallets for pending payments: amount and fee limit."),
  lightning_node: account(
    2n,
    "held",
    "What our Lightning node holds in its channels: debited when it receives, credited when it pays.",
  ),
  onchain: account(3n, "held", "What the node holds in its on-chain wallet."),
  routing_expense: account(
    4n,
    "held",
    "Fees that the node paid to other nodes for routing; its channels hold so much less.",
  ),
  liquidity_expense: account(
    5n,
    "own",
    "What incoming liquidity costs us: what the backend keeps, and fees of payments of the node to itself.",
  ),
  chain_costs: account(6n, "own", "Miners' fees of channels and what is lost when one is closed by force."),
  operator_equity: account(
    7n,
    "own",
    "The operator's own money: what the node had when we first connected, and what is added.",
  ),
  incident: account(8n, "own", "What a payment cost beyond its reservation, until the operator has looked at it."),
  suspense: account(9n, "owed", "Received by the node, but for nobody we know: unknown invoices, closed accounts."),
  loss: account(
    10n,
    "own",
    "Paid although the reservation had been given back: a payment that succeeded after it had failed.",
  ),
  fee_income_email: account(11n, "own", "Our fee on payments to e-mail addresses."),
  vouchers_outstanding: account(13n, "owed", "The value of vouchers that nobody has redeemed or revoked yet."),
  ramp_clearing: account(14n, "owed", "Bitcoin that was sold for money and is not delivered yet; never below zero."),
  restore_deficit: account(
    16n,
    "own",
    "Lent to wallets for what had left them before a restore and they cannot cover; they pay it back first.",
  ),
  routing_income: account(17n, "own", "What the node earned by forwarding payments of others, as far as it is booked."),
  former_node: account(
    18n,
    "limbo",
    "What nodes that were replaced held by the books, and what has neither come back nor is lost.",
  ),
} as const satisfies Record<string, SystemAccount>;
