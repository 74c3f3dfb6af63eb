/** A row that the table of states has to have beside its pairs, and the test on a real database that proves it. */
export type Required = { readonly row: string; readonly file: string; readonly test: string };

const STATES = "packages/server/test/restores/required.states.test.ts";
const PAIRS = "packages/server/test/restores/lives/table.harness.ts";
const INSTALLATION = "packages/server/test/restore-import.installation.test.ts";
const SERVICE = "packages/server/src/service";
const RESTORE = "packages/server/src/slices/restore";
const READ = "packages/server/src/platform/journal/read.test.ts";

export const REQUIRED: readonly Required[] = [
  {
    row: "every pair of states of every flow",
    file: PAIRS,
    test: "is as the table says",
  },
  {
    row: "loss of one payment",
    file: INSTALLATION,
    test: "brings them back under their ids, each once, and the wallet has what it had",
  },
  {
    row: "both back",
    file: `${SERVICE}/node-past.db.test.ts`,
    test: "opens a restore at a start, once: both may have gone back together",
  },
  {
    row: "failover while running",
    file: `${RESTORE}/recognize.sql.test.ts`,
    test: "tells a replica that lacks the last posting alone from the database, at the next connection",
  },
  {
    row: "node away at the start",
    file: STATES,
    test: "waits while the node is away at the start, and is then paid once",
  },
  { row: "journal whole", file: PAIRS, test: "is as the table says" },
  {
    row: "journal missing",
    file: "packages/server/src/cli/import-journal.db.test.ts",
    test: "refuse the journal of another installation, and end with 1 while a file is missing",
  },
  {
    row: "journal torn",
    file: READ,
    test: "drops a torn last line wherever it is torn, says so, and calls the rest whole",
  },
  {
    row: "journal of another machine",
    file: `${SERVICE}/import-journal.db.test.ts`,
    test: "goes on where it was killed, and reads lines of several machines and lives",
  },
  { row: "journal older than its rotation", file: STATES, test: "is paid once when its journal was deleted since" },
  {
    row: "second restore",
    file: INSTALLATION,
    test: "brings them back again when the database goes back a second time in the middle of it",
  },
  { row: "copy older than 30 days", file: STATES, test: "is paid once when the copy is older than 30 days" },
  { row: "old service still alive", file: STATES, test: "is paid once when the old service is alive and pays it" },
  { row: "failed then sent again", file: PAIRS, test: "is as the table says" },
  {
    row: "two candidates of one amount",
    file: STATES,
    test: "waits beside another of its amount until the operator says which was paid, and the other one is sent",
  },
  {
    row: "transaction that the wallet cannot name",
    file: STATES,
    test: "is paid once by a dearer transaction in place of its own, which the operator sees in an explorer",
  },
];
