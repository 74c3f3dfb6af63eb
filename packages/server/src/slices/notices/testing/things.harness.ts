import type { ProjectId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { type EmailAddress, emailAddress } from "#protocol/email-address.ts";
import type { Known } from "../model/known.ts";
import { type Reader, readersOf } from "../model/reader.ts";
import type { Thing } from "../model/thing.ts";

export const NOW = new Date("2026-11-26T12:00:00Z");
export const HOUR_MS = 3_600_000;
export const OPERATOR = emailAddress("operator@example.com");
export const OWNER = emailAddress("owner@shop.example");
export const SHOP = "0198f2c0-0000-7000-8000-000000000001" as ProjectId;
export const OTHER = "0198f2c0-0000-7000-8000-000000000002" as ProjectId;

export const ago = (ms: number) => new Date(NOW.getTime() - ms);

const webhook = { projectId: SHOP, project: "Shop", host: "shop.example", since: ago(2 * HOUR_MS) };

/** One of each kind, and each form of it. */
export const THINGS: readonly Thing[] = [
  ...(["operator", "audit", "foreign_payments", "restore", "node_short", "node_went_back", "journal"] as const).map(
    (subject) => ({ kind: "sending_paused" as const, subject, reason: "a look at the books", since: NOW }),
  ),
  { kind: "sending_stopped", subject: "service", since: NOW },
  { kind: "lightning_low", subject: "node", sendable: msats(1_234_000n), limit: msats(5_000_000n) },
  { kind: "backup_old", subject: "backup", at: ago(30 * HOUR_MS) },
  { kind: "backup_old", subject: "backup", at: undefined },
  { kind: "archive_old", subject: "archive", at: ago(2 * HOUR_MS) },
  { kind: "webhook_failing", subject: "endpoint-1", status: 503, ...webhook },
  { kind: "webhook_failing", subject: "endpoint-2", status: undefined, ...webhook },
  { kind: "webhook_off", subject: "endpoint-3", reason: "The receiver answered 410 (Gone).", ...webhook },
  {
    kind: "wallet_low",
    subject: SHOP,
    projectId: SHOP,
    project: "Shop",
    balance: 999n,
    limit: msats(1_000n),
  },
  ...(["key_ends_in_week", "key_ends_in_day"] as const).map((kind) => ({
    kind,
    subject: "key-1",
    projectId: SHOP,
    project: "Shop",
    prefix: "ley_0000aa",
    at: NOW,
  })),
];

/** Nothing is wrong, and everything is known. */
export function knownWith(changes: Partial<Known> = {}): Known {
  return {
    now: NOW,
    pauses: [],
    lightning: { limit: msats(1_000_000n), sendable: msats(1_000_000n) },
    backups: { newest: ago(HOUR_MS), archivedUntil: NOW, watchedSince: ago(90 * HOUR_MS) },
    endpoints: [],
    names: new Map([[SHOP, "Shop"]]),
    projects: [{ id: SHOP, name: "Shop", contact: OWNER, language: "en", lowBalance: msats(1_000n), balance: 1_000n }],
    keys: [],
    ...changes,
  };
}

/** One who reads: an operator, or the contact of the shop. */
export function readerWith(address: EmailAddress, isOperator: boolean, ofShop = !isOperator): Reader {
  const contacts = ofShop ? [{ id: SHOP, name: "Shop", contact: address, language: "en" as const }] : [];
  const [reader] = readersOf({ addresses: isOperator ? [address] : [], language: "de" }, contacts);
  if (reader === undefined) throw new Error("nobody reads");
  return reader;
}
