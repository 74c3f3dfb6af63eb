import type { Clock, Random } from "#kernel/clock.ts";
import { findMailState, type MailId } from "#mails";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { revokeUnsent } from "../issue/end-voucher.ts";
import type { Voucher } from "../model/voucher.ts";
import { lookAgainAt } from "../store/vouchers.ts";

type Deps = { readonly db: Db; readonly batch: Batch; readonly clock: Clock; readonly random: Random };

/** After the payment: until then a mail server that answers has taken the mail. */
export const MAIL_LOOK_AFTER_MS = 5_000;

/** Pauses between two looks at a mail that waits: a tenth of its age, within these bounds. It is tried for about two days. */
const PAUSE_MIN_MS = MAIL_LOOK_AFTER_MS;
const PAUSE_MAX_MS = 10 * 60_000;

/** Asks what became of the mail of a voucher that is open. One whose mail was given up is revoked by the system: its value goes back. */
export async function followMail(deps: Deps, voucher: Voucher, mailId: MailId): Promise<void> {
  const { id, createdAt, expiresAt } = voucher;
  const mail = await findMailState(deps.db, mailId);
  switch (mail) {
    case "failed":
    case "unsubscribed":
      return await revokeUnsent(deps, voucher);
    case "waiting": {
      const nowMs = deps.clock.now().getTime();
      const pauseMs = Math.min(Math.max((nowMs - createdAt.getTime()) / 10, PAUSE_MIN_MS), PAUSE_MAX_MS);
      return await lookAgainAt(deps.db, { id, state: "open", dueAt: new Date(nowMs + pauseMs) });
    }
    case "sent":
    case "kept":
    case "cancelled": // with its voucher, which has ended
    case undefined: // forgotten, long after it was sent
      return await lookAgainAt(deps.db, { id, state: "open", dueAt: expiresAt });
  }
}
