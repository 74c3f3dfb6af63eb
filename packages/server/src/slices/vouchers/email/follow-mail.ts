import type { Clock, Random } from "#kernel/clock.ts";
import { findMailState, type MailId } from "#mails";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { revokeUnsent } from "../issue/end-voucher.ts";
import { nextLook } from "../model/next-look.ts";
import type { Voucher } from "../model/voucher.ts";
import { lookAgainAt } from "../store/vouchers.ts";

type Deps = { readonly db: Db; readonly batch: Batch; readonly clock: Clock; readonly random: Random };

/** After the payment: until then a mail server that answers has taken the mail. */
export const MAIL_LOOK_AFTER_MS = 5_000;

/** Between two looks at a mail that waits. It is tried for about two days. */
const PAUSE = { minMs: MAIL_LOOK_AFTER_MS, maxMs: 10 * 60_000 };

/**
 * Asks what became of the mail of a voucher that is open. One whose mail was given up is revoked by the system: its
 * value goes back.
 */
export async function followMail(deps: Deps, voucher: Voucher, mailId: MailId): Promise<void> {
  const { id, createdAt, expiresAt } = voucher;
  const mail = await findMailState(deps.db, mailId);
  switch (mail) {
    case "failed":
    case "unsubscribed":
      return await revokeUnsent(deps, voucher);
    case "waiting":
      return await lookAgainAt(deps.db, { id, state: "open", dueAt: nextLook(createdAt, deps.clock.now(), PAUSE) });
    case "sent":
    case "kept":
    case "cancelled": // with its voucher, which has ended
    case undefined: // forgotten, long after it was sent
      return await lookAgainAt(deps.db, { id, state: "open", dueAt: expiresAt });
  }
}
