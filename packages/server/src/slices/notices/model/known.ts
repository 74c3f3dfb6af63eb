import type { TroubledEndpoint } from "#events";
import type { ProjectId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { PauseKind } from "#ledger";
import type { EndingKey, ReachableProject } from "#projects";
import type { Reader } from "./reader.ts";
import type { Thing, ThingName, Told } from "./thing.ts";

/** What is known at `now` of all that somebody may be told of. */
export type Known = {
  readonly now: Date;
  readonly pauses: readonly { readonly kind: PauseKind; readonly reason: string; readonly since: Date }[];
  readonly lightning: {
    /** Below it the operator is told; undefined: never. */
    readonly limit: Msats | undefined;
    /** Undefined: the node does not say now, or is away. */
    readonly sendable: Msats | undefined;
  };
  /** Undefined: this process makes none. */
  readonly backups: BackupAges | undefined;
  readonly endpoints: readonly TroubledEndpoint[];
  /** The names of the projects of the endpoints. */
  readonly names: ReadonlyMap<string, string>;
  readonly projects: readonly ReachableProject[];
  /** That end within `KEY_WEEK_MS`, of these projects. */
  readonly keys: readonly EndingKey[];
};

export type BackupAges = {
  /** Of the newest one; undefined: there is none. */
  readonly newest: Date | undefined;
  /** All that was committed until then is in the archive; undefined: no round has ended since the start. */
  readonly archivedUntil: Date | undefined;
  /** Since when this process looks: before, it cannot say that there should be one. */
  readonly watchedSince: Date;
};

/** One is made each day (docs/operate.md, "Backups"). */
const BACKUP_OLD_MS = 26 * 3_600_000;
/** The archive is written every ten seconds; a disk that is slow for minutes is not worth a mail. */
const ARCHIVE_OLD_MS = 3_600_000;

/** What holds of all that a reader is told of. */
export function thingsFor(reader: Reader, known: Known): readonly Thing[] {
  return reader.isOperator
    ? [...pausesOf(known), ...lightningOf(known), ...backupsOf(known), ...ofProjects(reader, known)]
    : [...stopOf(known), ...ofProjects(reader, known)];
}

function ofProjects(reader: Reader, known: Known): readonly Thing[] {
  return [...webhooksFor(reader, known), ...lowWallets(reader, known), ...endingKeys(reader, known)];
}

function pausesOf({ pauses }: Known): readonly Thing[] {
  return pauses.map(({ kind, reason, since }) => ({ kind: "sending_paused", subject: kind, reason, since }));
}

function stopOf({ pauses }: Known): readonly Thing[] {
  const [first] = pauses.toSorted((a, b) => a.since.getTime() - b.since.getTime());
  return first === undefined ? [] : [{ kind: "sending_stopped", subject: "service", since: first.since }];
}

function lightningOf({ lightning: { limit, sendable } }: Known): readonly Thing[] {
  if (limit === undefined || sendable === undefined || sendable >= limit) return [];
  return [{ kind: "lightning_low", subject: "node", sendable, limit }];
}

function backupsOf({ now, backups }: Known): readonly Thing[] {
  if (backups === undefined) return [];
  const { newest, archivedUntil, watchedSince } = backups;
  const isOlder = (at: Date, ms: number) => now.getTime() - at.getTime() > ms;
  const things: Thing[] = [];
  if (isOlder(newest ?? watchedSince, BACKUP_OLD_MS))
    things.push({ kind: "backup_old", subject: "backup", at: newest });
  if (archivedUntil !== undefined && isOlder(archivedUntil, ARCHIVE_OLD_MS))
    things.push({ kind: "archive_old", subject: "archive", at: archivedUntil });
  return things;
}

function webhooksFor({ isOperator, projects }: Reader, { endpoints, names }: Known): readonly Thing[] {
  return endpoints
    .filter(({ ownerId }) => isOperator || projects.has(ownerId as ProjectId))
    .map(({ id, ownerId, host, since, trouble }) => {
      const common = {
        subject: id,
        projectId: ownerId as ProjectId,
        project: names.get(ownerId) ?? ownerId,
        host,
        since,
      };
      return trouble.kind === "off"
        ? { ...common, kind: "webhook_off", reason: trouble.reason }
        : { ...common, kind: "webhook_failing", status: trouble.status };
    });
}

const DAY_MS = 24 * 3_600_000;
export const KEY_WEEK_MS = 7 * DAY_MS;
/** A key that was made for a shorter time than this many times the notice is not told of so early. */
const LIFETIMES = 2;

function endingKeys(reader: Reader, { now, keys }: Known): readonly Thing[] {
  return keys.flatMap(({ id, projectId, prefix, createdAt, endsAt }) => {
    const project = reader.projects.get(projectId);
    const isDay = endsAt.getTime() - now.getTime() <= DAY_MS;
    const isShort = endsAt.getTime() - createdAt.getTime() < LIFETIMES * (isDay ? DAY_MS : KEY_WEEK_MS);
    if (project === undefined || isShort) return [];
    return [
      { kind: isDay ? "key_ends_in_day" : "key_ends_in_week", subject: id, projectId, project, prefix, at: endsAt },
    ];
  });
}

function lowWallets(reader: Reader, { projects }: Known): readonly Thing[] {
  return projects.flatMap(({ id, name: project, lowBalance: limit, balance }) =>
    reader.projects.has(id) && limit !== undefined && balance < limit
      ? [{ kind: "wallet_low", subject: id, projectId: id, project, balance, limit }]
      : [],
  );
}

/** Whether it can be said now that the thing does not hold. */
export function isKnown({ kind }: ThingName, { lightning, backups }: Known): boolean {
  switch (kind) {
    case "lightning_low":
      return lightning.sendable !== undefined;
    case "backup_old":
      return backups?.newest !== undefined;
    case "archive_old":
      return backups?.archivedUntil !== undefined;
    default:
      return true;
  }
}

/** Whether the reader still wants to know how it goes on: what nobody watches any more ends without a word. */
export function isWanted({ kind, subject, about }: Told, reader: Reader, known: Known): boolean {
  switch (kind) {
    case "lightning_low":
      return reader.isOperator && known.lightning.limit !== undefined;
    case "sending_paused":
    case "backup_old":
    case "archive_old":
      return reader.isOperator;
    case "sending_stopped":
      return !reader.isOperator;
    case "webhook_failing": // one that was switched off is told of as such
      return isOfReader(reader, about.projectId) && !known.endpoints.some(({ id }) => id === subject);
    case "webhook_off":
      return isOfReader(reader, about.projectId);
    case "key_ends_in_week": // the last day follows, or it was revoked
      return false;
    case "key_ends_in_day":
      return about.projectId !== undefined && reader.projects.has(about.projectId);
    case "wallet_low":
      return known.projects.some(
        ({ id, lowBalance }) => id === subject && reader.projects.has(id) && lowBalance !== undefined,
      );
  }
}

function isOfReader({ isOperator, projects }: Reader, projectId: ProjectId | undefined): boolean {
  return isOperator || (projectId !== undefined && projects.has(projectId));
}
