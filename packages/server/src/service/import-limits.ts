import type { UserId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import {
  findLimits,
  findServiceLimits,
  limitOfKind,
  type ServiceLimits,
  serviceLimitOf,
  setLimits,
  setServiceLimits,
} from "#ledger";
import type { Db } from "#platform/database/db.ts";
import type { JournalLine } from "#platform/journal/format.ts";
import { findProject } from "#projects";
import type { ImportDeps, Imported } from "#restore";
import { findUser, type LimitName, setUserLimits, type User } from "#users";
import { findWallet } from "#wallets";
import { told } from "./each-once.ts";
import type { LineKind } from "./line-kind.ts";

/**
 * Limits of wallets that were lowered after the copy was made: the lower of the two holds. None is raised. The newest
 * line about a limit decides.
 */
export const importLimits: LineKind = {
  whats: ["limit.set"],
  newestDecides: true,
  async lacking(db, lines) {
    const lower: JournalLine[] = [];
    for (const line of newestOf(lines))
      if ((await findHigher(db, line)) !== undefined || (await isServiceHigher(db, line))) lower.push(line);
    return lower;
  },
  async bringBack(deps, lines) {
    const imported: Imported[] = [];
    for (const line of lines) imported.push(told(line, ...(await lowerAgain(deps, line))));
    return imported;
  },
};

function newestOf(lines: readonly JournalLine[]): readonly JournalLine[] {
  return [...new Map(lines.map((line) => [`${line.id} ${line.kind}`, line])).values()];
}

type Higher = {
  readonly name: LimitName;
  /** Undefined: a project has it. */
  readonly user: User | undefined;
  readonly account: Parameters<typeof setLimits>[1];
};

/** The limit of a line that is higher here, or was given back to the user's level since. */
async function findHigher(db: Db, { id, kind, amount, origin }: JournalLine): Promise<Higher | undefined> {
  const name = limitOfKind(kind);
  const user = await findUser(db, id as UserId);
  const owner = user ?? (await findProject(db, id));
  const wallet = owner && (await findWallet(db, owner.walletId));
  if (name === undefined || wallet === undefined) return undefined;
  const higher = { name, user, account: wallet.account };
  if (origin?.kind === "level") return user?.limitsByHand.includes(name) ? higher : undefined;
  if (amount === undefined) return undefined; // it was lifted
  const { [name]: present } = await findLimits(db, wallet.account);
  return present === undefined || present > amount ? higher : undefined;
}

/** As `leyden user limits` and `leyden project set` name them. */
const OPTIONS = { daily: "--daily", weekly: "--weekly", monthly: "--monthly", maxBalance: "--max-balance" } as const;

/** Whether a limit of the whole service is higher here than a line has it. */
async function isServiceHigher(db: Db, line: JournalLine): Promise<boolean> {
  const name = serviceLimitOf(line);
  if (name === undefined || line.amount === undefined) return false;
  const { [name]: present } = await findServiceLimits(db);
  return present === undefined || BigInt(present) > line.amount;
}

async function lowerService(
  deps: ImportDeps,
  name: keyof ServiceLimits,
  value: bigint,
): Promise<readonly [Imported["outcome"], string]> {
  const changes = { [name]: name === "inFlight" ? Number(value) : msats(value) };
  const journal = { appendIfPossible: async () => undefined };
  await setServiceLimits({ ...deps, journal }, { changes, reason: "the journal has it so, after a restore" });
  return ["done", `the limit of the service (${name}) is ${value} again`];
}

async function lowerAgain(deps: ImportDeps, line: JournalLine): Promise<readonly [Imported["outcome"], string]> {
  const ofService = serviceLimitOf(line);
  if (ofService !== undefined && line.amount !== undefined && (await isServiceHigher(deps.db, line)))
    return await lowerService(deps, ofService, line.amount);
  const higher = await findHigher(deps.db, line);
  if (higher === undefined) return ["known", "the limit is not higher by now"];
  const { name, user, account } = higher;
  if (line.amount === undefined)
    return [
      "question",
      `the user's limit (${line.kind}) followed the level again: \`leyden user limits ${line.id} ${OPTIONS[name]} level\``,
    ];
  const set = { [name]: msats(line.amount) };
  const journal = { appendIfPossible: async () => undefined };
  if (user === undefined) await setLimits(deps, account, set);
  else await setUserLimits(Object.assign({ journal }, deps), user.id, { set, byLevel: [] });
  return ["done", `the limit of the wallet (${line.kind}) is ${line.amount} msats again`];
}
