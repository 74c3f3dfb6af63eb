import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { message } from "#texts/reader.ts";
import type { User } from "#users";
import type { OnSessionEnded } from "../session/end-session.ts";
import { updateClosed } from "../store/accounts.ts";

export type CloseAccountDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: Pick<Journal, "appendIfPossible">;
  readonly onSessionEnded: OnSessionEnded;
  /** Ends what other slices hold of the user, such as grants of apps. */
  readonly onAccountClosed: (user: Pick<User, "id" | "walletId">) => Promise<void>;
};

/**
 * Closes an account for ever. The e-mail address is free again; the gamertag is not given to anyone else.
 * @throws {AccountNotEmpty} when there is money in the wallet, or some may still move; nothing is changed then.
 */
export async function closeAccount(deps: CloseAccountDeps, { id, walletId }: User): Promise<void> {
  const { outcome, ended } = await updateClosed(deps.db, { now: deps.clock.now(), id, walletId });
  if (outcome === "not_found") throw new Error(`user ${id} does not exist`);
  if (outcome !== "closed") throw new AccountNotEmpty(outcome);
  await deps.journal.appendIfPossible({ what: "account.close", id, wallet: walletId }); // it may have been refused
  deps.log.info({ userId: id }, "login.account_closed");
  await deps.onAccountClosed({ id, walletId });
  for (const session of ended) await deps.onSessionEnded({ id: session, userId: id }, "closed");
}

export class AccountNotEmpty extends AppError {
  constructor(why: "not_empty" | "pending") {
    super(
      "account_not_empty",
      why === "not_empty"
        ? "There is money in the wallet. Send it elsewhere first."
        : "A payment, an invoice or a voucher of this account is not finished. Wait until it is.",
      { forPeople: message(why === "not_empty" ? "failure_account_money" : "failure_account_pending") },
    );
  }
}
