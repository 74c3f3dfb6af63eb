import { SCOPES, type Scope } from "#kernel/caller.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { OperatorError } from "#platform/operator-error.ts";
import {
  BUDGET_WINDOWS,
  type Budgets,
  type KeyPolicy,
  type KeyPolicyChanges,
  type KeyWithPolicy,
  leftOf,
} from "#projects";
import { print, printJson } from "./output.ts";

/** What `leyden key create` and `leyden key restrict` were given. */
export type PolicyOptions = {
  readonly scope?: readonly string[];
  readonly cap?: string;
  readonly daily?: string;
  readonly weekly?: string;
  readonly monthly?: string;
  readonly to?: readonly string[];
  readonly fromIp?: readonly string[];
};

/** What `leyden key create` was given. */
export type KeyOptions = PolicyOptions & { readonly days?: string; readonly name?: string };

const DAY_MS = 86_400_000;

/** @throws {InvalidInput} */
export function readEnd(days: string, now: Date): Date {
  if (!/^[1-9]\d{0,3}$/.test(days)) throw new InvalidInput("--days", "must be a whole number from 1 to 9999");
  return new Date(now.getTime() + Number(days) * DAY_MS);
}

/** The options by name, with what lifts a rule. */
export const POLICY_OPTIONS = [
  ["--scope <scope...>", `what the key may be used for: ${SCOPES.join(", ")}, or \`all\``],
  ["--cap <msats>", "the most that one payment may send, fees not counted, or `none`"],
  ["--daily <msats>", "the most that its payments may send in any 24 hours, fees not counted, or `none`"],
  ["--weekly <msats>", "the same for any 7 days"],
  ["--monthly <msats>", "the same for any 30 days"],
  [
    "--to <destination...>",
    "whom it may pay: name@host, *@host, a node's public key, `internal` for wallets of this service, or `any`",
  ],
  ["--from-ip <address...>", "from where it may be used: addresses or networks such as 203.0.113.0/24, or `any`"],
] as const;

/** The rules that were named; undefined when none was. @throws {InvalidInput} */
export function readPolicy(options: PolicyOptions): KeyPolicyChanges | undefined {
  const { scope, cap, daily, weekly, monthly, to, fromIp } = options;
  const changes: KeyPolicyChanges = {
    // The verb checks the names of scopes.
    ...(scope && { scopes: readList("--scope", scope, "all") as readonly Scope[] | undefined }),
    ...(cap !== undefined && { cap: readMost("--cap", cap) }),
    ...(daily !== undefined && { daily: readMost("--daily", daily) }),
    ...(weekly !== undefined && { weekly: readMost("--weekly", weekly) }),
    ...(monthly !== undefined && { monthly: readMost("--monthly", monthly) }),
    ...(to && { destinations: readList("--to", to, "any") }),
    ...(fromIp && { networks: readList("--from-ip", fromIp, "any") }),
  };
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** @throws {OperatorError} when no rule was named. */
export function requirePolicy(options: PolicyOptions): KeyPolicyChanges {
  const changes = readPolicy(options);
  if (changes === undefined)
    throw new OperatorError("nothing is to be changed", "`npm run leyden -- key restrict --help` names the rules.");
  return changes;
}

/** Entries of an option that may come several times, or with commas. The word for no rule stands alone. */
function readList(option: string, texts: readonly string[], none: string): readonly string[] | undefined {
  const entries = texts.flatMap((text) => text.split(",")).map((text) => text.trim());
  if (!entries.includes(none)) return entries;
  if (entries.length > 1) throw new InvalidInput(option, `must be \`${none}\` alone, or name what is allowed`);
  return undefined;
}

function readMost(option: string, text: string): Msats | undefined {
  if (text === "none") return undefined;
  if (!/^(0|[1-9]\d{0,18})$/.test(text))
    throw new InvalidInput(option, "must be a whole number of millisatoshis, or `none`");
  return msats(BigInt(text), option);
}

/** A key with all its rules, and what its budgets leave. */
export function printKey(
  { key, policy, budgets }: KeyWithPolicy,
  { json }: { readonly json?: true | undefined },
): void {
  if (json)
    printJson({
      id: key.id,
      projectId: key.projectId,
      name: key.name,
      prefix: key.prefix,
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      revokedAt: key.revokedAt?.toISOString() ?? null,
      endsAt: key.endsAt?.toISOString() ?? null,
      rolledFrom: key.rolledFrom ?? null,
      rolledTo: key.rolledTo ?? null,
      unconfirmed: key.isUnconfirmed,
      policy: key.isRestricted ? presentPolicy(policy) : null,
      unit: "msats",
      budgets: key.isRestricted ? presentBudgets(budgets) : null,
      // of the daily budget
      spent: key.isRestricted ? budgets.daily.spent : null,
      remaining: leftOf(budgets.daily) ?? null,
    });
  else printRules({ key, policy, budgets });
}

function printRules({ key, policy, budgets }: Pick<KeyWithPolicy, "key" | "policy" | "budgets">): void {
  const revoked = key.revokedAt ? ", revoked" : "";
  print(`Key ${key.name} (${key.id}, ${key.prefix}…) of project ${key.projectId}${revoked}.`);
  if (key.endsAt !== undefined) print(`It ends ${key.endsAt.toISOString()}.`);
  if (key.rolledFrom !== undefined) print(`It took over from key ${key.rolledFrom}, and shares its rules and budgets.`);
  if (key.rolledTo !== undefined) print(`Key ${key.rolledTo} took over from it, and shares its rules and budgets.`);
  if (key.isUnconfirmed)
    print("It came back with a restored database: it may only read until `npm run leyden -- key confirm`.");
  if (!key.isRestricted) print("It has no policy: it may do everything, from everywhere.");
  else for (const line of policyLines(policy, budgets)) print(line);
}

const WINDOW_NAMES = { daily: "24 hours send", weekly: "7 days send", monthly: "30 days send" } as const;

function policyLines({ scopes, cap, destinations, networks }: KeyPolicy, budgets: Budgets): string[] {
  const rows = [
    ["Scopes", scopes?.join(", ") ?? "all"],
    ["One payment sends", cap === undefined ? "any amount" : `at most ${cap} msats`],
    ...BUDGET_WINDOWS.map((window) => [WINDOW_NAMES[window], tellBudget(budgets[window])] as const),
    ["It pays", destinations?.join(", ") ?? "any destination"],
    ["It is used from", networks?.join(", ") ?? "any address"],
  ] as const;
  return rows.map(([name, value]) => `  ${name.padEnd(18)}${value}`);
}

function tellBudget(budget: Budgets[keyof Budgets]): string {
  const left = leftOf(budget);
  if (left === undefined) return "any amount";
  const more = budget.lessAt === undefined ? "" : `, more from ${budget.lessAt.toISOString()} on`;
  return `at most ${budget.limit} msats; ${left} msats are left${more}`;
}

function presentBudgets(budgets: Budgets) {
  return Object.fromEntries(
    BUDGET_WINDOWS.map((window) => {
      const { limit, spent, lessAt } = budgets[window];
      const remaining = leftOf(budgets[window]) ?? null;
      return [window, { limit: limit ?? null, spent, remaining, moreAt: lessAt?.toISOString() ?? null }];
    }),
  );
}

/** JSON has no undefined: what is not bounded is null. */
function presentPolicy({ scopes, cap, daily, weekly, monthly, destinations, networks }: KeyPolicy) {
  return {
    scopes: scopes ?? null,
    cap: cap ?? null,
    daily: daily ?? null,
    weekly: weekly ?? null,
    monthly: monthly ?? null,
    destinations: destinations ?? null,
    networks: networks ?? null,
  };
}
