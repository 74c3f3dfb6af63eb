import type { AccountNo } from "#kernel/ids.ts";

type SystemAccount = { readonly no: AccountNo; readonly isFor: string };

const account = (no: bigint, isFor: string): SystemAccount => ({ no: no as AccountNo, isFor });

/**
 * The chart of accounts: every system account. A balance is credits minus debits, so what we owe others stands
 * above zero and what we have stands below.
 *
 * A new account gets a line here, a row in a migration and a line in `sql/system.sql`; a test holds them together.
 * Customers have accounts of the kind "wallet", numbered from 1000, which never fall below zero.
 */
export const CHART = {
  reserved: account(1n, "Taken out of wallets for pending payments: amount and fee limit."),
  lightning_node: account(
    2n,
    "What our Lightning node holds in its channels: debited when it receives, credited when it pays.",
  ),
  onchain: account(3n, "What the node holds in its on-chain wallet."),
  routing_expense: account(4n, "Fees that other nodes took for routing payments, until they are charged to the payer."),
  liquidity_expense: account(5n, "What incoming liquidity costs us: channels bought, swaps."),
  chain_costs: account(6n, "Miners' fees of channels and what is lost when one is closed by force."),
  operator_equity: account(
    7n,
    "The operator's own money: what the node held when we first connected, and what is added.",
  ),
  incident: account(8n, "What a payment cost beyond its reservation, until the operator has looked at it."),
  suspense: account(9n, "Received by the node, but for nobody we know: unknown invoices, closed accounts."),
  loss: account(
    10n,
    "Paid although the reservation had been given back: a payment that succeeded after it had failed.",
  ),
  fee_income_email: account(11n, "Our fee on payments to e-mail addresses."),
  vouchers_outstanding: account(13n, "The value of vouchers that nobody has redeemed or revoked yet."),
  ramp_clearing: account(14n, "Bitcoin that was sold for money and is not delivered yet; never below zero."),
} as const satisfies Record<string, SystemAccount>;

export type SystemAccountName = keyof typeof CHART;

/** Kinds of accounts that can be opened. */
export type AccountKind = "wallet";
