import { checkSolvency } from "#audit";
import type { Config } from "#config.ts";
import { countOpenIncidents } from "#incidents";
import { findClosure, listPauses } from "#ledger";
import { differencesOf, findNode, type Network } from "#lightning";
import { findRecentCosts } from "#payments";
import { describeServer, type ServerDescription } from "#platform/database/describe-server.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { findProject } from "#projects";
import { findNewestReceipt } from "#receiving";
import { openBranding } from "#service/open-branding.ts";
import type { Around, FromDb } from "./around.ts";
import { ask, type Timed, timed } from "./ask.ts";
import type { DatabaseFacts } from "./check-database.ts";
import type { MoneyFacts } from "./check-money.ts";
import type { Facts } from "./facts.ts";
import type { Fact } from "./finding.ts";
import { gatherDisks } from "./gather-disks.ts";
import { gatherMachine } from "./gather-machine.ts";
import { askLacking, askNode, askOwn } from "./gather-node.ts";
import { gatherOutside } from "./gather-outside.ts";
import type { OpenedDatabase } from "./open-database.ts";

/** Asks everything, each question with a time limit, and changes nothing. */
export async function gatherFacts(around: Around): Promise<Facts> {
  const { running, database } = around;
  const [asked, node] = await Promise.all([askServer(around), askNode(around)]);
  const fromDb = readerOf(around, asked);
  const found = await fromDb(findNode);
  const bound = found.kind === "known" ? found.value : undefined;
  const info = node.kind === "known" ? node.value : undefined;
  const own = info && (bound === undefined || differencesOf(bound, info).length === 0) ? info : undefined;
  const isLive = isLiveOf(around.config, bound?.network ?? info?.network);
  const [answers, lacking, money, disks, machine, outside, seller, newest] = await Promise.all([
    own && askOwn(around, own, found.kind === "known" ? bound === undefined : undefined),
    askLacking(around, node),
    aboutMoney(around, fromDb, { isOwn: own !== undefined, isLive }),
    gatherDisks(around, fromDb, isLive),
    gatherMachine(around, isLive),
    gatherOutside(around, fromDb, isLive),
    askSeller(around.config, fromDb),
    fromDb(async (db) => aheadBy(around, (await findNewestReceipt(db))?.settledAt)),
  ]);
  return {
    service: running,
    node: {
      info: node,
      bound,
      permissions: answers?.permissions ?? lacking,
      hasCommands: around.node?.operations !== undefined,
    },
    channels: answers?.channels,
    money,
    database: {
      server: serverOf(asked, database),
      isServiceUp: running !== undefined,
      worksAsApp: database.kind === "open" ? database.worksAsApp : undefined,
    },
    clocks: { database: aheadOf(asked, database), node: info?.clock, newestReceipt: aheadIn(newest) },
    disks,
    machine,
    outside,
    branding: { branding: await tryBranding(around.config), isLive },
    seller,
  };
}

function aheadBy({ clock }: Around, settledAt: Date | undefined): number | undefined {
  return settledAt && settledAt.getTime() - clock.now().getTime();
}

function aheadIn(fact: Fact<number | undefined>): number | undefined {
  return fact.kind === "known" ? fact.value : undefined;
}

async function askSeller({ rampWalletProject: named }: Config, fromDb: FromDb): Promise<Facts["seller"]> {
  if (named === undefined) return undefined;
  return { named, name: await fromDb(async (db) => (await findProject(db, named))?.name) };
}

async function tryBranding(config: Config): Promise<Facts["branding"]["branding"]> {
  try {
    return { kind: "opened", value: await openBranding(config) };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { kind: "refused", why: error.message, todo: error.advice };
  }
}

type AskedServer = Fact<Timed<ServerDescription>>;

async function askServer({ clock, database }: Around): Promise<AskedServer> {
  if (database.kind === "closed") return { kind: "unknown", why: database.why };
  return await ask(clock, () => timed(clock, () => describeServer(database.db, { postings: "ledger.posting" })));
}

function serverOf(asked: AskedServer, database: OpenedDatabase): DatabaseFacts["server"] {
  if (asked.kind === "known") return { kind: "known", value: asked.value.answer };
  const { todo, isExpected } =
    database.kind === "closed"
      ? database
      : { todo: "see whether PostgreSQL runs, and its log; check DATABASE_URL where it is set", isExpected: false };
  return { kind: "unknown", why: asked.why, todo, isExpected };
}

function aheadOf(asked: AskedServer, database: OpenedDatabase): Fact<number> {
  if (asked.kind === "unknown") return silentOf(database);
  const { answer, at } = asked.value;
  return { kind: "known", value: answer.now.getTime() - at.getTime() };
}

/** Where there is no database yet, the line of the database says all that there is to say. */
function silentOf(database: OpenedDatabase): Extract<Fact<never>, { kind: "unknown" }> {
  const isSaidElsewhere = database.kind === "closed" && database.isExpected;
  return { kind: "unknown", why: "the database does not answer", isSaidElsewhere };
}

function readerOf({ clock, database }: Around, asked: AskedServer): FromDb {
  if (database.kind === "closed" || asked.kind === "unknown") return async () => silentOf(database);
  return (question) => ask(clock, () => question(database.db));
}

/** Where nothing can be asked the embedded network says it: its coins are worth nothing. */
function isLiveOf({ node }: Config, network: Network | undefined): boolean | undefined {
  if (network !== undefined) return network === "mainnet";
  return node === undefined ? false : undefined;
}

const COSTS_MAX = 100;

async function aboutMoney(
  { config, node }: Around,
  fromDb: FromDb,
  { isOwn, isLive }: { readonly isOwn: boolean } & Pick<MoneyFacts, "isLive">,
): Promise<MoneyFacts> {
  const [costs, open, solvency] = await Promise.all([
    fromDb((db) => findRecentCosts(db, COSTS_MAX)),
    fromDb(async (db) => ({
      pauses: (await listPauses(db)).map(({ kind }) => kind),
      closure: await findClosure(db),
      incidents: await countOpenIncidents(db),
    })),
    node && isOwn ? fromDb((db) => checkSolvency({ db, node })) : undefined,
  ]);
  const { feeFloor, feeBasisPoints } = config;
  return { costs, feeFloor, feeBasisPoints, solvency, open, isLive };
}
