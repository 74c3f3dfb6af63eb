import { existsSync } from "node:fs";
import type { Command } from "commander";
import { readBooks } from "#audit";
import { type Config, readConfig } from "#config.ts";
import { countOpenIncidents } from "#incidents";
import { findClosure, listPauses } from "#ledger";
import {
  findOwnMoney,
  findReading,
  type LightningNode,
  listForeign,
  listFormerNodes,
  NodeUnavailable,
  rememberNode,
  surplusOf,
} from "#lightning";
import { countAtFormer, listPendingPayments } from "#payments";
import { isAway } from "#platform/journal/marked-disk.ts";
import { journalFolder, sharesDisk } from "#platform/journal/place.ts";
import { refuseOpenPath } from "#platform/machine/open-path.ts";
import { JOURNAL_FOLDER } from "#platform/machine/path-rights.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { countUnconfirmed } from "#projects";
import { listSuspended } from "#receiving";
import { findRestore, listUnknownSpending } from "#restore";
import { loadRamp } from "#service/load-ramp.ts";
import { channelStanding } from "#supervisor/backup/channel-standing.ts";
import { backupStanding } from "#supervisor/backup/standing.ts";
import { listOpenVouchers } from "#vouchers";
import { print } from "./output.ts";
import { STUCK_MS } from "./ramp.ts";
import { readServiceUse } from "./service-limits.ts";
import { type Session, withDatabase, withNodeIfRunning } from "./session.ts";

const COUNTED_MAX = 10_000;

/** Whether somebody has to look, and where. */
export function addStatusCommand(program: Command): void {
  program
    .command("status")
    .description(
      "say how it is: sending, node, what waits, what waits for you, your own money; status 1 when you are needed",
    )
    .action(async () => {
      refuseMissing(readConfig());
      await withDatabase((session) =>
        withNodeIfRunning(session, async (node) => {
          const lines = await statusOf(session, node);
          for (const { about, says, todo } of lines)
            print(
              `${todo === undefined ? "  " : "! "}${about.padEnd(11)} ${says}${todo === undefined ? "" : ` -> ${todo}`}`,
            );
          process.exitCode = lines.some(({ todo }) => todo !== undefined) ? 1 : 0;
        }),
      );
    });
}

/** @throws {OperatorError} where another command would make a data folder: a look makes nothing. */
function refuseMissing({ dataDir }: Config): void {
  if (!existsSync(dataDir))
    throw new OperatorError(
      `there is no data folder ${dataDir}`,
      "`npm start` makes it. Where the installation is elsewhere, set LEYDEN_DATA_DIR.",
    );
}

/** `todo`: what the operator does about it; undefined: nothing. */
export type Line = { readonly about: string; readonly says: string; readonly todo?: string | undefined };

async function statusOf(session: Session, node: LightningNode | undefined): Promise<readonly Line[]> {
  const { db, config } = session;
  const { dataDir, trustedFolders: trusted } = config;
  const pauses = await listPauses(db);
  const incidents = await countOpenIncidents(db);
  const foreign = (await listForeign(db)).filter(({ reason }) => reason === undefined).length;
  const suspended = (await listSuspended(db, COUNTED_MAX)).length;
  const closure = await findClosure(db);
  const goesOn = closure === undefined ? "goes on" : "waits: the ledger is closed";
  return [
    pauses.length === 0
      ? { about: "sending", says: goesOn }
      : { about: "sending", says: `is paused: ${pauses.map(({ kind }) => kind).join(", ")}`, todo: "leyden pauses" },
    ...(await restoreLines(session)),
    ...(await limitLines(session)),
    ...(await serviceLines(session)),
    ...(await keyLines(session)),
    await nodeLine(node),
    counted("incidents", incidents, "open", "leyden incident list"),
    counted("foreign", foreign, "payments of the node that are not explained", "leyden node foreign"),
    counted("suspense", suspended, "receipts for no wallet", "leyden suspense list"),
    await paymentsLine(session),
    ...(await formerLines(session)),
    await purchasesLine(session),
    { about: "vouchers", says: `${(await listOpenVouchers(db, COUNTED_MAX)).length} not redeemed` },
    await moneyLine(session),
    ...(await surplusLines(session)),
    ...refuseOpenPath(dataDir, { trusted }).map((says) => ({ about: "data folder", says })),
    ...(await backupLines(config, session.clock.now())),
    ...channelLines(config, session.clock.now()),
    await journalLine(session),
  ];
}

/** None while nothing was restored and the ledger is open. */
async function restoreLines({ db }: Session): Promise<readonly Line[]> {
  const [restore, closure] = [await findRestore(db), await findClosure(db)];
  const todo = "leyden restore status";
  if (restore !== undefined) {
    const rest = closure === undefined ? "something still waits" : "nothing that moves value is done";
    return [{ about: "restore", says: `open since ${restore.openedAt.toISOString()}, ${rest}`, todo }];
  }
  if (closure === undefined) return [];
  return [{ about: "ledger", says: "closed until the node was compared after the start", todo: "look at the node" }];
}

/** None while every key may do what it could. */
async function keyLines({ db }: Session): Promise<readonly Line[]> {
  const count = await countUnconfirmed(db);
  if (count === 0) return [];
  return [{ about: "keys", says: `${count} may only read after a restore`, todo: "leyden key list, key confirm" }];
}

/** None while every limit knows what was spent. */
async function limitLines({ db, clock }: Session): Promise<readonly Line[]> {
  const unknown = await listUnknownSpending(db, clock.now());
  if (unknown.length === 0) return [];
  const whose = unknown.map(({ what }) => (what === "wallets" ? "wallets and keys" : "the on-ramp")).join(", ");
  return [{ about: "limits", says: `count as full after a restore: ${whose}`, todo: "leyden restore status" }];
}

/** None where the whole service has no limits. */
async function serviceLines(session: Session): Promise<readonly Line[]> {
  const { limits, use, inFlight } = await readServiceUse(session);
  const { payment, day, wallets, inFlight: most } = limits;
  const says = [
    payment !== undefined && `one payment ${payment} msats`,
    day !== undefined && `${use.sent} of ${day} sent in 24 hours`,
    wallets !== undefined && `${use.held} of ${wallets} held by wallets`,
    most !== undefined && `${inFlight} of ${most} in flight`,
  ].filter((text) => text !== false);
  if (says.length === 0) return [];
  const isReached = use.left === 0n || (wallets !== undefined && use.held >= wallets);
  return [{ about: "limits", says: says.join(", "), todo: isReached ? "leyden limit service" : undefined }];
}

/** None about a database of the operator's own. */
async function backupLines(config: Config, now: Date): Promise<readonly Line[]> {
  const standing = config.databaseUrl === undefined ? await backupStanding(config, now) : undefined;
  return standing === undefined ? [] : [{ about: "backup", ...standing }];
}

/** None where the node shows no channels. */
function channelLines(config: Config, now: Date): readonly Line[] {
  const standing = channelStanding(config, now);
  return standing === undefined ? [] : [{ about: "channels", ...standing }];
}

function counted(about: string, count: number, what: string, todo: string): Line {
  return { about, says: `${count} ${what}`, todo: count === 0 ? undefined : todo };
}

/** What the node says of itself. Undefined: no installation runs. */
export async function nodeLine(node: LightningNode | undefined): Promise<Line> {
  const todo = "look at the node's log";
  if (node === undefined) return { about: "node", says: "no installation runs", todo: "npm start" };
  try {
    const { nodeId, network, synced, knowsGraph, blockHeight, usableChannels } = await node.info();
    const says = `${nodeId} on ${network}, block ${blockHeight}, ${usableChannels} usable channels`;
    if (!synced) return { about: "node", says: `${says}, does not follow the chain yet`, todo };
    return knowsGraph === false
      ? { about: "node", says: `${says}, has not heard yet which channels others have`, todo }
      : { about: "node", says };
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return {
      about: "node",
      ...(error.why === undefined
        ? { says: "does not answer", todo }
        : { says: `does not answer: ${error.message}`, todo: "leyden doctor" }),
    };
  }
}

async function paymentsLine({ db }: Session): Promise<Line> {
  const pending = await listPendingPayments(db, COUNTED_MAX);
  const onHold = pending.filter(({ onHoldFor }) => onHoldFor !== undefined).length;
  const says = `${pending.length} pending, ${onHold} on hold`;
  return { about: "payments", says, todo: onHold === 0 ? undefined : "leyden payment list --pending" };
}

/** None while no node was replaced, and after all of it is settled. */
async function formerLines({ db }: Session): Promise<readonly Line[]> {
  const limbo = (await listFormerNodes(db)).reduce((sum, node) => sum + node.limbo, 0n);
  const payments = await countAtFormer(db);
  if (limbo === 0n && payments === 0) return [];
  const says = `${limbo} msats in limbo, ${payments} payments wait for you`;
  return [{ about: "former node", says, todo: "leyden node former list" }];
}

async function purchasesLine({ db, clock }: Session): Promise<Line> {
  const ramp = await loadRamp();
  const before = new Date(clock.now().getTime() - STUCK_MS);
  const stuck = await ramp.listStuckPurchases(db, { before, limit: COUNTED_MAX });
  return counted("purchases", stuck.length, "wait for you", "leyden ramp list");
}

/** On one disk with the database it may be lost, or put back, together with it. */
async function journalLine({ db, config }: Session): Promise<Line> {
  const about = "journal";
  const folder = journalFolder(config);
  const place = { folder, dataDir: config.dataDir };
  if (isAway(place))
    return { about, says: `${folder} is empty, its disk is not there: nothing is sent`, todo: "mount it" };
  const open = openJournal(folder, config);
  if (open !== undefined) return { about, ...open };
  const todo = "set LEYDEN_JOURNAL_DIR to a folder on another disk";
  switch (sharesDisk(config)) {
    case undefined:
      return { about, says: `${folder}; whether it shares a disk with the database cannot be seen from here` };
    case false:
      return { about, says: `${folder}, on another disk than the database` };
    case true: {
      const isMainnet = (await rememberNode(db)())?.network === "mainnet";
      const says = `${folder}${isMainnet ? " is wrong" : ""}: it shares a disk with the database`;
      return { about, says, todo: isMainnet ? todo : undefined };
    }
  }
}

/** What is wrong with the rights of the folder. */
function openJournal(
  folder: string,
  { trustedFolders: trusted }: Pick<Config, "trustedFolders">,
): Pick<Line, "says" | "todo"> | undefined {
  try {
    const [doubt] = refuseOpenPath(folder, { kept: JOURNAL_FOLDER, trusted });
    return doubt === undefined ? undefined : { says: doubt };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { says: error.message, todo: error.advice };
  }
}

/** None on test networks, and while the node holds no more than twice what is owed. */
async function surplusLines({ db }: Session): Promise<readonly Line[]> {
  if ((await rememberNode(db)())?.network !== "mainnet") return [];
  const reading = await findReading(db);
  const { owed: liabilities } = await readBooks(db);
  const surplus = reading === undefined ? 0n : surplusOf({ assets: reading.assets, liabilities });
  if (surplus === 0n) return [];
  const says = `the node holds ${surplus} msats above twice what is owed`;
  return [{ about: "surplus", says, todo: "take out what you do not need, then leyden equity withdraw" }];
}

async function moneyLine({ db, clock }: Session): Promise<Line> {
  const { own, sellable } = await findOwnMoney(db, clock.now());
  const sold = sellable === undefined ? "the node was not compared in the last minutes" : `${sellable} may be sold`;
  const todo = own < 0n ? "leyden equity list: customers' bitcoin is missing" : undefined;
  return { about: "own money", says: `${own} msats, ${sold}`, todo };
}
