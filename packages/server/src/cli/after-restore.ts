import { bytesToHex } from "@noble/hashes/utils.js";
import type { Command } from "commander";
import { uuid } from "#kernel/ids.ts";
import { listPauses } from "#ledger";
import { OperatorError } from "#platform/operator-error.ts";
import { type ChainPurchase, isUnpaid, type RestoreStatus, readRestore, type Waiting } from "#restore";
import { releaseAfterRestore } from "#service/release-after-restore.ts";
import { candidatesOf } from "./candidates.ts";
import { addImportCommand, JOURNAL_OPTION, placeOf } from "./import-journal.ts";
import { addLiftLimitsCommand, printFullLimits } from "./lift-limits.ts";
import { print, printTable } from "./output.ts";
import { type LeftSince, printDeficits, printLeft, readLeftSince } from "./restore-status.ts";
import { commandLog, type Session, withDatabase, withNodeIfRunning } from "./session.ts";

/** What to do after the database was restored from a copy. */
export function addAfterRestoreCommands(program: Command): void {
  const restore = program.commands.find((command) => command.name() === "restore") ?? program.command("restore");
  restore
    .command("status")
    .description("what waits for the restore, and what left since the copy was made, by the node and by the journal")
    .option(...JOURNAL_OPTION)
    .action(({ journal }: { journal?: readonly string[] }) =>
      withDatabase(async (session) => {
        const status = await readRestore(session);
        const since = await readLeftSince(session, journal);
        printStatus(status, explainedBy(since));
        await printLeft(session, since, status.restore !== undefined);
        await printDeficits(session);
        await printFullLimits(session, status.restore !== undefined);
      }),
    );
  addImportCommand(restore);
  addLiftLimitsCommand(restore);
  addReleaseCommand(restore);
}

function addReleaseCommand(restore: Command): void {
  restore
    .command("release")
    .description(
      "let go on what no unexplained payment of the node can be, and let everybody else work; safe to repeat",
    )
    .requiredOption("--reason <text>", "what was restored, for the record")
    .option(
      "--unpublished <purchase...>",
      "purchases to addresses of the chain of which you know that nothing was published: they are delivered, a second time if you are wrong",
    )
    .option(
      "--credited <purchase...>",
      "purchases of which you know that their persons took them into their own wallets: they go there again",
    )
    .option(...JOURNAL_OPTION)
    .option(
      "--although-the-node-may-have-gone-back",
      "you know that the node has paid nothing that it does not know now: what it has forgotten is paid a second time",
    )
    .option("--without-import", "you do without what the journal has and the database lacks")
    .action((options: Release) => withDatabase((session) => release(session, options)));
}

async function release(
  session: Session,
  { reason, journal, unpublished = [], credited = [], ...flags }: Release,
): Promise<void> {
  const despite = {
    node: flags.althoughTheNodeMayHaveGoneBack === true,
    journal: flags.withoutImport === true,
  };
  const wanted = {
    reason,
    unpublished: unpublished.map((id) => uuid("--unpublished", id)),
    credited: credited.map((id) => uuid("--credited", id)),
    place: placeOf(session, journal),
    despite,
  };
  await withNodeIfRunning(session, async (node) => {
    if (node === undefined)
      throw new OperatorError(
        "the Lightning node is not running, and what it has paid is not known",
        "Start it with `npm start`, then run this in another terminal.",
      );
    printReleased(await releaseAfterRestore({ ...session, node, log: commandLog() }, wanted));
  });
  await printPauses(session);
}

type Release = {
  readonly reason: string;
  readonly unpublished?: readonly string[];
  readonly credited?: readonly string[];
  readonly journal?: readonly string[];
  readonly althoughTheNodeMayHaveGoneBack?: true;
  readonly withoutImport?: true;
};

function printReleased({ free, waiting, restore, known }: Awaited<ReturnType<typeof releaseAfterRestore>>): void {
  print(`${free.length + known} go on. ${waiting.length} wait.`);
  const onchain = waiting.filter((one) => one.onchain !== undefined).length;
  if (onchain > 0)
    print(
      `${onchain} of them are purchases to addresses of the chain, for which the node's wallet shows no transaction that can only be theirs: one may have been published all the same.`,
    );
  print(OUTCOMES[restore]);
}

/** What still keeps payments from going out, with the command for each. */
async function printPauses({ db }: Pick<Session, "db">): Promise<void> {
  const kinds = (await listPauses(db)).map(({ kind }) => kind);
  if (kinds.includes("foreign_payments"))
    print('Sending is still paused: `npm run leyden -- reconcile --reason "…"` audits, and lets payments go out.');
  if (kinds.includes("node_went_back"))
    print("Sending is paused until you know what the node has lost: `npm run leyden -- resume --kind node_went_back`.");
}

const OUTCOMES = {
  ended: "The restore has ended. Go on with the keys: `npm run leyden -- key list`, then `key confirm`.",
  waiting: "The ledger is open for everybody else. `npm run leyden -- restore status` shows what waits, and for what.",
  none: "No restore is open.",
} as const;

/** Hashes of payments that the import brings back for certain: nothing else that waits can be one of them. */
function explainedBy({ left }: LeftSince): ReadonlySet<string> {
  const certain = left.filter(({ match }) => match === "certain");
  return new Set(certain.flatMap(({ paymentHash }) => paymentHash ?? []));
}

function printStatus({ restore, waiting, unexplained }: RestoreStatus, explained: ReadonlySet<string>): void {
  if (restore === undefined) {
    print("No restore is open.");
    return;
  }
  const { cause, openedAt, found, seenNo } = restore;
  print(`Restore since ${openedAt.toISOString()}: ${CAUSES[cause]}.`);
  print(`The copy ends with posting ${found.no}${found.at ? ` of ${found.at.toISOString()}` : ""}.`);
  if (seenNo !== undefined) print(`The service had seen posting ${seenNo}.`);
  const rows = waiting.map((one) => ({
    kind: one.kind,
    id: one.id,
    state: one.state,
    createdAt: one.createdAt.toISOString(),
    mayBe: candidatesOf(one, unexplained, explained),
  }));
  printTable(rows, "Nothing waits.");
  printForChain(waiting);
  const left = unexplained.map(({ paymentHash, amount }) => ({
    paymentHash: bytesToHex(paymentHash),
    msats: String(amount),
  }));
  if (left.length > 0) print("\nPayments of the node that nothing here explains:");
  printTable(
    left,
    "No payment of the node is known that nothing explains. What it paid while nothing ran is seen when it runs.",
  );
}

const CAUSES = {
  book_went_back: "the ledger lacks a posting that the service had seen",
  foreign_payments: "the node made payments that the database does not have",
  lost_channels: "the node has lost data of its channels, and the database may have gone back with it",
} as const;

/** Purchases of which nobody knows whether a transaction was published for them. */
function printForChain(waiting: readonly Waiting[]): void {
  const rows = waiting.flatMap(({ onchain }) => (onchain === undefined ? [] : [rowOf(onchain)]));
  if (rows.length === 0) return;
  print("\nWhat waits for the chain:");
  printTable(rows, "");
  print(
    'Look at each address in an explorer. Was it paid: `reconcile <txid> --to purchase <id> --reason "…"`. Did its person take it into the own wallet: `restore release --credited <id> --reason "…"`. Was nothing published, and was it not taken: `restore release --unpublished <id> --reason "…"`.\n',
  );
}

function rowOf(purchase: ChainPurchase) {
  const { id, state, destination, amount } = purchase;
  const asks = "the service asks whether the card has paid, then release again";
  const next = isUnpaid(purchase)
    ? `${asks}; if it waits after 15 minutes: restore release --unpublished ${id}`
    : "you decide";
  return { purchase: id, state, address: destination, sats: String(amount / 1_000n), next };
}
