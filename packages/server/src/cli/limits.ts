import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import type { WalletId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { findBalance, findLimits, findRemaining, type LimitChanges, type Limits, type Remaining } from "#ledger";
import { printTable } from "./output.ts";
import { requireWallet, type Session } from "./session.ts";

const LIMITS = { daily: "--daily", weekly: "--weekly", monthly: "--monthly", maxBalance: "--max-balance" } as const;

/** The limits of a wallet as a command was given them. */
export type LimitOptions = { readonly [Name in keyof typeof LIMITS]?: string };

export function addLimitOptions(command: Command): Command {
  return command
    .option("--daily <msats>", "what its wallet may spend in 24 hours, fees not counted, or `none`")
    .option("--weekly <msats>", "… in 7 days, or `none`")
    .option("--monthly <msats>", "… in 30 days, or `none`")
    .option("--max-balance <msats>", "what its wallet may hold, or `none`; what comes over Lightning is always taken");
}

/** Only the limits that were named: one that is there and undefined is lifted. */
export function readLimits(texts: LimitOptions): LimitChanges {
  const named = Object.entries(texts) as [keyof typeof LIMITS, string][];
  return Object.fromEntries(named.map(([name, text]) => [name, readLimit(LIMITS[name], text)]));
}

/** The same for a wallet whose limits follow a level: `level` gives one back to it. */
export function readLimitsOrLevel(texts: LimitOptions) {
  const named = Object.entries(texts) as [keyof typeof LIMITS, string][];
  const byLevel = named.filter(([, text]) => text === "level").map(([name]) => name);
  return { set: readLimits(Object.fromEntries(named.filter(([, text]) => text !== "level"))), byLevel };
}

function readLimit(option: string, text: string): Msats | undefined {
  if (text === "none") return undefined;
  if (!/^(0|[1-9]\d{0,18})$/.test(text))
    throw new InvalidInput(option, "must be a whole number of millisatoshis, or `none`");
  return msats(BigInt(text), option);
}

/** What a wallet holds, and what its limits are and still leave. */
export type WalletState = { readonly balance: Msats; readonly limits: Limits; readonly remaining: Remaining };

export async function readWalletState(
  { db, clock }: Session,
  owner: { readonly walletId: WalletId },
): Promise<WalletState> {
  const { account } = await requireWallet(db, owner);
  const [balance, limits, remaining] = await Promise.all([
    findBalance(db, account),
    findLimits(db, account),
    findRemaining(db, account, clock.now()),
  ]);
  return { balance, limits, remaining };
}

/** JSON has no undefined: what is not limited is null. */
export function presentWalletState({ balance, limits, remaining }: WalletState) {
  return { unit: "msats", balance, limits: withNulls(limits), remaining: withNulls(remaining) };
}

/** `setBy`: what has set each limit, where they can differ. */
export function printLimits({ limits, remaining }: WalletState, setBy?: (name: keyof Limits) => string): void {
  const row = (limit: string, name: keyof Limits, left: Msats | undefined) => ({
    limit,
    msats: limits[name]?.toString() ?? "none",
    remaining: left?.toString(),
    ...(setBy && { setBy: setBy(name) }),
  });
  printTable(
    [
      row("daily", "daily", remaining.daily),
      row("weekly", "weekly", remaining.weekly),
      row("monthly", "monthly", remaining.monthly),
      row("maximum balance", "maxBalance", remaining.maxCredit),
    ],
    "",
  );
}

function withNulls(amounts: Readonly<Record<string, Msats | undefined>>): Record<string, Msats | null> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amount ?? null]));
}
