import { describe, it } from "vitest";
import type { ServerDescription } from "#platform/database/describe-server.ts";
import { checkDatabase, type DatabaseFacts } from "./check-database.ts";
import { type Expected, expectFindings } from "./table.harness.ts";

const SERVER: ServerDescription = {
  version: "18.4",
  takesWrites: true,
  settings: {
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    synchronous_standby_names: "",
    data_checksums: "on",
  },
  connections: { now: 20, most: 57 },
  appRole: { isSuperuser: false, mayChangePostings: false, isGranted: true },
  now: new Date(0),
};
const FACTS: DatabaseFacts = { server: { kind: "known", value: SERVER }, isServiceUp: true, worksAsApp: true };

const being = (changes: Partial<ServerDescription>, around: Partial<DatabaseFacts> = {}): DatabaseFacts => ({
  ...FACTS,
  ...around,
  server: { kind: "known", value: { ...SERVER, ...changes } },
});
const set = (settings: Partial<ServerDescription["settings"]>) =>
  being({ settings: { ...SERVER.settings, ...settings } });
const granted = (appRole: Partial<NonNullable<ServerDescription["appRole"]>>, around: Partial<DatabaseFacts> = {}) =>
  being({ appRole: { isSuperuser: false, mayChangePostings: false, isGranted: true, ...appRole } }, around);
const stopped = { worksAsApp: undefined };
const free = (count: number, isServiceUp = true) =>
  being({ connections: { now: 57 - count, most: 57 } }, { isServiceUp });

describe("the database", () => {
  it.each<[string, DatabaseFacts, readonly Expected[]]>([
    [
      "is well",
      FACTS,
      [
        ["database", "ok", "PostgreSQL 18.4"],
        ["durability", "ok", "on disk"],
        ["checksums", "ok"],
        ["role", "ok", "leyden_app"],
        ["connections", "ok", "20 of 57"],
      ],
    ],
    ["is too old", being({ version: "14.11" }), [["database", "wrong", "14.11", "15 or newer"]]],
    ["is just new enough", being({ version: "15.0" }), [["database", "ok"]]],
    ["takes no writes", being({ takesWrites: false }), [["database", "wrong", "no writes"]]],
    ["does not sync", set({ fsync: "off" }), [["durability", "wrong", "fsync is off", "fsync = on"]]],
    ["writes no full pages", set({ full_page_writes: "off" }), [["durability", "wrong", "full_page_writes is off"]]],
    ["confirms too early", set({ synchronous_commit: "off" }), [["durability", "wrong", "go out twice"]]],
    [
      "does nothing right",
      set({ fsync: "off", full_page_writes: "off", synchronous_commit: "off" }),
      [
        ["durability", "wrong", "fsync"],
        ["durability", "wrong", "full_page_writes"],
        ["durability", "wrong", "synchronous_commit"],
      ],
    ],
    ["waits for its own disk alone", set({ synchronous_commit: "local" }), [["durability", "ok"]]],
    [
      "does not wait for its replicas",
      set({ synchronous_commit: "local", synchronous_standby_names: "ANY 1 (a, b)" }),
      [["durability", "warning", "failover"]],
    ],
    ["has no checksums", set({ data_checksums: "off" }), [["checksums", "warning", "pg_checksums --enable"]]],
    ["says nothing of checksums", set({ data_checksums: undefined }), [["checksums", "warning"]]],
    ["has a role that is a superuser", granted({ isSuperuser: true }), [["role", "wrong", "nosuperuser"]]],
    ["has a role that may change postings", granted({ mayChangePostings: true }), [["role", "wrong", "revoke"]]],
    [
      "has a role that the service does not take",
      granted({}, { worksAsApp: false }),
      [["role", "warning", "all rights"]],
    ],
    ["has a role that a start could take", granted({}, stopped), [["role", "ok"]]],
    ["has a role that a start could not take", granted({ isGranted: false }, stopped), [["role", "warning", "grant"]]],
    [
      "has no such role",
      being({ appRole: undefined }, { worksAsApp: undefined }),
      [["role", "warning", "create role"]],
    ],
    ["has just enough connections left", free(14), [["connections", "ok"]]],
    ["has too few left for one more process", free(13), [["connections", "warning", "another process"]]],
    ["has too few left for a start", free(13, false), [["connections", "wrong", "a start needs 14"]]],
    [
      "does not answer",
      { ...FACTS, server: { kind: "unknown", why: "refused", todo: "start it", isExpected: false } },
      [["database", "wrong", "refused", "start it"]],
    ],
    [
      "is not there yet",
      { ...FACTS, server: { kind: "unknown", why: "no installation", todo: "npm start", isExpected: true } },
      [["database", "warning", "no installation", "npm start"]],
    ],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkDatabase(facts), expected);
  });
});
