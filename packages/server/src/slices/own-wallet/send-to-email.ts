import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import type { Msats } from "#kernel/money.ts";
import type { Db } from "#platform/database/db.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import { DESCRIPTION_LENGTH_MAX, type EmailDeps, payToEmail } from "#vouchers";
import { countBegun, deleteRefused, insertBegun, lockSender, savePaid } from "./store/email-payments.ts";
import { writeFirstNote } from "./write-note.ts";

export type SendToEmail = {
  readonly caller: Caller;
  readonly email: EmailAddress;
  readonly amount: Msats;
  readonly comment: string | undefined;
  readonly note: string | undefined;
  readonly idempotencyKey: string;
};

/** Of one person in 24 hours: whoever has an account could send strangers mails with a text of its own. Ours. */
export const EMAILS_PER_DAY = 10;
const DAY_MS = 86_400_000;

/**
 * Pays to an e-mail address, as a project does. The address is written down before, for the person's own history: it is
 * in no voucher.
 *
 * @throws {AppError} `mail_limit_exceeded` and what `payToEmail` throws: nothing was moved, and the key stays free.
 */
export async function sendToEmail(
  deps: { readonly paying: { readonly db: Db; readonly clock: Clock }; readonly email: EmailDeps },
  { caller, email, amount, comment = "", note, idempotencyKey }: SendToEmail,
): Promise<{ readonly id: string; readonly replayed: boolean }> {
  if (comment.length > DESCRIPTION_LENGTH_MAX)
    throw new InvalidInput("comment", `must be at most ${DESCRIPTION_LENGTH_MAX} characters long`);
  const { db, clock } = deps.paying;
  const of = { wallet: caller.wallet.id, key: idempotencyKey };
  await begin(deps.paying, { ...of, email });
  const { payment, replayed } = await payToEmail(deps.email, { caller, email, amount, comment, idempotencyKey }).catch(
    async (error) => {
      if (error instanceof AppError && error.status < 500) await deleteRefused(db, of);
      throw error;
    },
  );
  const { id } = payment.voucher;
  await savePaid(db, { ...of, email, now: clock.now() }, id);
  if (note !== undefined) await writeFirstNote(deps.paying, { wallet: caller.wallet, about: id, text: note });
  return { id, replayed };
}

async function begin(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  begun: Omit<Parameters<typeof insertBegun>[1], "now">,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await lockSender(tx, begun.wallet);
    if ((await countBegun(tx, begun, new Date(now.getTime() - DAY_MS))) >= EMAILS_PER_DAY)
      throw new AppError("mail_limit_exceeded", `a person may pay to ${EMAILS_PER_DAY} e-mail addresses in 24 hours`, {
        retryAfterSeconds: 3_600,
      });
    await insertBegun(tx, { ...begun, now });
  });
}
