import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { User } from "#users";
import type { Visitor } from "../model/session.ts";
import { noteSecurityEvent } from "../session/note-security-event.ts";
import { listSecurityEvents } from "../store/security-events.ts";
import { listSessions } from "../store/sessions.ts";

/** What another slice knows of a user, under its name. Secrets are not in it. */
export type ExportPart = (user: User) => Promise<Readonly<Record<string, unknown>>>;

export type ExportDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly exportParts: readonly ExportPart[];
};

const EVENTS_MAX = 10_000;

/** All that the service knows of a user, as JSON; times in ISO 8601. */
export async function exportAccount(
  deps: ExportDeps,
  { user, visitor }: { readonly user: User; readonly visitor: Visitor },
): Promise<string> {
  const { db, clock } = deps;
  await noteSecurityEvent(deps, { userId: user.id, kind: "account_exported", visitor });
  const [sessions, securityEvents, ...parts] = await Promise.all([
    listSessions(db, user.id, clock.now()),
    listSecurityEvents(db, user.id, EVENTS_MAX),
    ...deps.exportParts.map((part) => part(user)),
  ]);
  const account = { exportedAt: clock.now(), user, sessions, securityEvents };
  return JSON.stringify(
    Object.assign(account, ...parts),
    (_name, value) => (typeof value === "bigint" ? String(value) : value),
    2,
  );
}
