import type { ServerDescription, ServerSetting } from "#platform/database/describe-server.ts";
import { type Finding, ok, warning, wrong } from "./finding.ts";

export type DatabaseFacts = {
  readonly server:
    | { readonly kind: "known"; readonly value: ServerDescription }
    /** `todo`: where it is known what to do. */
    | { readonly kind: "unknown"; readonly why: string; readonly todo: string; readonly isExpected: boolean };
  readonly isServiceUp: boolean;
  /** The running service works as leyden_app; undefined: none runs. */
  readonly worksAsApp: boolean | undefined;
};

/** Of one process: those of its requests, and two for its batches and its watch. */
export const CONNECTIONS_PER_PROCESS = 14;
const OLDEST = 15;

/** Whether the database answers, and keeps what it has confirmed. */
export function checkDatabase({ server, isServiceUp, worksAsApp }: DatabaseFacts): readonly Finding[] {
  if (server.kind === "unknown")
    return [(server.isExpected ? warning : wrong)("database", `cannot be asked: ${server.why}`, server.todo)];
  const description = server.value;
  return [
    version(description),
    ...settings(description.settings),
    rights(description.appRole, worksAsApp),
    connections(description.connections, isServiceUp),
  ];
}

function version({ version: full, takesWrites }: ServerDescription): Finding {
  if (Number.parseInt(full, 10) < OLDEST)
    return wrong("database", `PostgreSQL ${full} answers`, `use PostgreSQL ${OLDEST} or newer`);
  if (!takesWrites)
    return wrong(
      "database",
      `PostgreSQL ${full} takes no writes: it is a replica, or not through with its recovery`,
      "wait until it is through, or name the leader in DATABASE_URL",
    );
  return ok("database", `PostgreSQL ${full} answers`);
}

/** What each setting costs when it is off. */
const NEEDED = [
  ["fsync", "a crash of the machine may lose payments that were confirmed, and tear the files"],
  ["full_page_writes", "a crash of the machine may tear pages, and with them accounts"],
  ["synchronous_commit", "a crash may lose payments that were confirmed: they can go out twice"],
] as const satisfies readonly (readonly [ServerSetting, string])[];

const TURN_ON = "in postgresql.conf (look also at `alter role` and `alter database`), and reload PostgreSQL";

function settings(all: ServerDescription["settings"]): readonly Finding[] {
  const off = NEEDED.filter(([name]) => all[name] === "off");
  const findings = off.map(([name, costs]) =>
    wrong("durability", `${name} is off: ${costs}`, `set ${name} = on ${TURN_ON}`),
  );
  const isOnlyLocal = all.synchronous_standby_names !== "" && all.synchronous_commit === "local";
  if (isOnlyLocal)
    findings.push(
      warning(
        "durability",
        "synchronous_commit is local although there are synchronous replicas: a failover may lose what was confirmed",
        `set synchronous_commit = on ${TURN_ON}`,
      ),
    );
  if (findings.length === 0)
    findings.push(ok("durability", `${NEEDED.map(([name]) => name).join(", ")}: what is confirmed is on disk`));
  return [...findings, checksums(all.data_checksums)];
}

function checksums(setting: string | undefined): Finding {
  return setting === "on"
    ? ok("checksums", "of pages are on")
    : warning(
        "checksums",
        "of pages are off: a disk that returns wrong data is not noticed",
        "stop PostgreSQL, run `pg_checksums --enable`, start it again",
      );
}

function rights(appRole: ServerDescription["appRole"], worksAsApp: boolean | undefined): Finding {
  if (appRole?.isSuperuser === true || appRole?.mayChangePostings === true)
    return wrong(
      "role",
      `leyden_app ${appRole.isSuperuser ? "is a superuser" : "may change or delete postings"}: the ledger is no longer closed to the service`,
      appRole.isSuperuser
        ? "run `alter role leyden_app nosuperuser` as superuser"
        : "run `revoke update, delete, truncate on ledger.posting from leyden_app` as the database's owner",
    );
  if (!(worksAsApp ?? appRole?.isGranted))
    return warning(
      "role",
      "the service works with all rights of the database's owner: it could change what was posted",
      "as superuser: `create role leyden_app nologin; grant leyden_app to <role of DATABASE_URL>`, then restart",
    );
  return ok("role", "the service works as leyden_app, which may neither change nor delete a posting");
}

function connections({ now, most }: ServerDescription["connections"], isServiceUp: boolean): Finding {
  const says = `${now} of ${most} are taken`;
  if (most - now >= CONNECTIONS_PER_PROCESS) return ok("connections", says);
  const todo = "raise max_connections and restart PostgreSQL, or see who holds them (pg_stat_activity)";
  return isServiceUp
    ? warning(
        "connections",
        `${says}: another process of the service would not get its ${CONNECTIONS_PER_PROCESS}`,
        todo,
      )
    : wrong("connections", `${says}: a start needs ${CONNECTIONS_PER_PROCESS}`, todo);
}
