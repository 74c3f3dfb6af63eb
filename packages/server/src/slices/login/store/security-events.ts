import type { UserId } from "#kernel/ids.ts";
import { sql, type Tx } from "#platform/database/db.ts";
import type { Browser } from "../model/recent-login.ts";
import type { SecurityChange } from "../model/security-change.ts";

export async function insertSecurityEvent(
  tx: Tx,
  event: Browser & {
    readonly id: string;
    readonly userId: UserId;
    readonly kind: SecurityChange;
    readonly detail: string;
    readonly now: Date;
  },
): Promise<void> {
  await tx.query(sql`
    insert into login.security_event (id, user_id, kind, at, user_agent, network, detail)
    values (${event.id}, ${event.userId}, ${event.kind}, ${event.now}, ${event.userAgent}, ${event.network}, ${event.detail})`);
}
