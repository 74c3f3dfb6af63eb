import { InvalidInput } from "#kernel/errors.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { findBalance, findLimits, findRemaining, type LimitChanges } from "#ledger";
import { OperatorError } from "#platform/operator-error.ts";
import { findPolicy, type Project, type ProjectChanges } from "#projects";
import { print, printJson, printTable } from "./output.ts";
import { requireWallet, type Session } from "./session.ts";

/** What `leyden project set` was given. */
export type SetOptions = {
  readonly [Name in
    | "name"
    | "feeCeiling"
    | "uniqueInternalId"
    | "daily"
    | "weekly"
    | "monthly"
    | "maxBalance"]?: string;
};

/** @throws {InvalidInput} {OperatorError} when nothing is to be changed. */
export function readChanges({ name, feeCeiling, uniqueInternalId, ...limits }: SetOptions): ProjectChanges {
  if ([name, feeCeiling, uniqueInternalId, ...Object.values(limits)].every((text) => text === undefined))
    throw new OperatorError("nothing is to be changed", "`npm run leyden -- project set --help` names the settings.");
  return {
    name,
    feeCeilingBasisPoints: feeCeiling === undefined ? undefined : readBasisPoints(feeCeiling),
    internalIdIsUnique: uniqueInternalId === undefined ? undefined : readSwitch(uniqueInternalId),
    limits: readLimits(limits),
  };
}

function readBasisPoints(text: string): bigint {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidInput("--fee-ceiling", "must be a whole number of basis points");
  return BigInt(text);
}

function readSwitch(text: string): boolean {
  if (text !== "on" && text !== "off") throw new InvalidInput("--unique-internal-id", "must be `on` or `off`");
  return text === "on";
}

const LIMITS = { daily: "--daily", weekly: "--weekly", monthly: "--monthly", maxBalance: "--max-balance" } as const;

/** Only the limits that were named: one that is there and undefined is lifted. */
function readLimits(texts: { readonly [Name in keyof typeof LIMITS]?: string }): LimitChanges {
  const named = Object.entries(texts) as [keyof typeof LIMITS, string][];
  return Object.fromEntries(named.map(([name, text]) => [name, readLimit(LIMITS[name], text)]));
}

function readLimit(option: string, text: string): Msats | undefined {
  if (text === "none") return undefined;
  if (!/^(0|[1-9]\d{0,18})$/.test(text))
    throw new InvalidInput(option, "must be a whole number of millisatoshis, or `none`");
  return msats(BigInt(text), option);
}

/** A project as commands show it. */
export function presentProject({ id, name, handle, walletId, createdAt }: Project) {
  return { id, name, handle, walletId, createdAt: createdAt.toISOString() };
}

/** Settings of a project, what its wallet holds, and what its limits still leave. */
export async function printProject(
  { db, clock }: Session,
  project: Project,
  { json }: { readonly json?: true },
): Promise<void> {
  const { account } = await requireWallet(db, project);
  const [settings, balance, limits, remaining] = await Promise.all([
    findPolicy(db, project.id),
    findBalance(db, account),
    findLimits(db, account),
    findRemaining(db, account, clock.now()),
  ]);
  if (json)
    return printJson({
      ...presentProject(project),
      feeCeilingBasisPoints: Number(settings.feeCeilingBasisPoints),
      internalIdIsUnique: settings.internalIdIsUnique,
      unit: "msats",
      balance,
      limits: withNulls(limits),
      remaining: withNulls(remaining),
    });

  print(`Project ${project.name} (${project.id})`);
  print(`Wallet ${project.walletId} holds ${balance} msats. Its address starts with "${project.handle}@".`);
  print(`A route may cost ${settings.feeCeilingBasisPoints} basis points of the amount.`);
  print(`An internalId ${settings.internalIdIsUnique ? "is unique" : "may come again"}.\n`);
  const row = (limit: string, most: Msats | undefined, left: Msats | undefined) => ({
    limit,
    msats: most?.toString() ?? "none",
    remaining: left?.toString(),
  });
  printTable(
    [
      row("daily", limits.daily, remaining.daily),
      row("weekly", limits.weekly, remaining.weekly),
      row("monthly", limits.monthly, remaining.monthly),
      row("maximum balance", limits.maxBalance, remaining.maxCredit),
    ],
    "",
  );
}

/** JSON has no undefined: what is not limited is null. */
function withNulls(amounts: Readonly<Record<string, Msats | undefined>>): Record<string, Msats | null> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amount ?? null]));
}
