import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { User } from "#users";
import type { Visitor } from "../model/session.ts";
import { recordSecurityEvent } from "../session/record-security-event.ts";
import { listKnownBrowsers } from "../store/known-browsers.ts";
import { listSecurityEvents } from "../store/security-events.ts";
import { listSessions } from "../store/sessions.ts";

/** What another slice knows of a user, under its name. Secrets are not in it. */
export type ExportPart = (user: User) => Promise<Readonly<Record<string, unknown>>>;

/** A list that may be longer than memory, read page by page; secrets are not in it. */
export type ExportList = (user: User) => AsyncIterable<readonly unknown[]>;

export type ExportDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly exportParts: readonly ExportPart[];
  /** By their names in the export. */
  readonly exportLists: Readonly<Record<string, ExportList>>;
};

const EVENTS_MAX = 10_000;

/**
 * All that the service knows of a user, as one JSON object in pieces; times in ISO 8601. Lists come last, an entry in
 * each line, and are read while they are written: no more than a page of them is in memory.
 */
export async function* exportAccount(
  deps: ExportDeps,
  { user, visitor }: { readonly user: User; readonly visitor: Visitor },
): AsyncGenerator<string, void, undefined> {
  const { db, clock } = deps;
  await recordSecurityEvent(deps, { userId: user.id, kind: "account_exported", visitor });
  const [sessions, knownBrowsers, securityEvents, ...parts] = await Promise.all([
    listSessions(db, user.id, clock.now()),
    listKnownBrowsers(db, user.id, clock.now()),
    listSecurityEvents(db, user.id, EVENTS_MAX),
    ...deps.exportParts.map((part) => part(user)),
  ]);
  const account = { exportedAt: clock.now(), user, sessions, knownBrowsers, securityEvents };
  yield jsonOf(Object.assign(account, ...parts), 2).slice(0, -"\n}".length);
  for (const [name, list] of Object.entries(deps.exportLists)) yield* listText(name, list(user));
  yield "\n}\n";
}

/** A member of the object. */
async function* listText(name: string, pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let text = `,\n  ${jsonOf(name)}: [`;
  let separator = "\n    ";
  for await (const page of pages) {
    for (const entry of page) {
      text += separator + jsonOf(entry);
      separator = ",\n    ";
    }
    yield text;
    text = "";
  }
  yield `${text}\n  ]`;
}

function jsonOf(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_name, part) => (typeof part === "bigint" ? String(part) : part), indent);
}
