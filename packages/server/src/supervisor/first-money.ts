import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import type { Msats } from "#kernel/money.ts";
import { findBalance, findHeadroom, listHistory } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { type Charge, type CreateChargeDeps, createCharge } from "#receiving";

export type FirstMoneyDeps = CreateChargeDeps & { readonly db: Db; readonly clock: Clock };

/** First money of a wallet: an invoice that the merchant of the test network pays. */
export type FirstMoney = {
  readonly caller: Caller;
  readonly amount: Msats;
  readonly description: string;
  /** Names this money among that of its actor, the same at every start. */
  readonly key: string;
};

const CHARGE_SECONDS = 7 * 24 * 3_600;
/** A payment over two channels takes under a second; a slow machine gets more. */
const ARRIVAL_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** True while nothing has moved in the wallet: what was spent since is not filled up again. */
export async function hasNoMoneyYet({ db }: Pick<FirstMoneyDeps, "db">, { wallet }: Caller): Promise<boolean> {
  const { entries } = await listHistory(db, wallet.account, { limit: 1 });
  return entries.length === 0;
}

/**
 * Has the merchant pay the first money of a wallet over Lightning, at most what the wallet may hold, and waits until it
 * has arrived. Repeated after a start that was killed, it goes on where that was.
 *
 * @throws {OperatorError} when it does not arrive.
 */
export async function payFirstMoney(
  deps: FirstMoneyDeps,
  merchantPays: (invoice: string) => Promise<void>,
  money: FirstMoney,
): Promise<void> {
  const { account } = money.caller.wallet;
  const headroom = await findHeadroom(deps.db, account);
  const amount = headroom !== undefined && headroom < money.amount ? headroom : money.amount;
  if (amount === 0n) return;
  const charge = await firstCharge(deps, { ...money, amount });
  await merchantPays(charge.invoice);

  const until = deps.clock.monotonicMs() + ARRIVAL_MS;
  while ((await findBalance(deps.db, account)) < amount) {
    if (deps.clock.monotonicMs() > until)
      throw new OperatorError(
        "the first payment of the test network did not arrive",
        "Start again: it goes on where it was.",
      );
    await deps.clock.sleep(LOOK_EVERY_MS);
  }
}

/** The same charge at every try, so that it is paid once; another one only when the last was not paid in a week. */
async function firstCharge(deps: FirstMoneyDeps, { caller, amount, description, key }: FirstMoney): Promise<Charge> {
  for (let number = 1; ; number++) {
    const { charge } = await createCharge(deps, {
      caller,
      amount,
      description,
      expirySeconds: CHARGE_SECONDS,
      idempotencyKey: `${key}-${number}`,
    });
    if (charge.state.kind !== "expired") return charge;
  }
}
