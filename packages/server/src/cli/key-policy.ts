import { SCOPES, type Scope } from "#kernel/caller.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { OperatorError } from "#platform/operator-error.ts";
import type { KeyPolicy, KeyPolicyChanges, KeyWithPolicy } from "#projects";
import { print, printJson } from "./output.ts";

/** What `leyden key create` and `leyden key restrict` were given. */
export type PolicyOptions = {
  readonly scope?: readonly string[];
  readonly cap?: string;
  readonly daily?: string;
  readonly to?: readonly string[];
  readonly fromIp?: readonly string[];
};

/** What `leyden key create` was given. */
export type KeyOptions = PolicyOptions & { readonly days?: string };

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
  [
    "--to <destination...>",
    "whom it may pay: name@host, *@host, a node's public key, `internal` for wallets of this service, or `any`",
  ],
  ["--from-ip <address...>", "from where it may be used: addresses or networks such as 203.0.113.0/24, or `any`"],
] as const;

/** The rules that were named; undefined when none was. @throws {InvalidInput} */
export function readPolicy({ scope, cap, daily, to, fromIp }: PolicyOptions): KeyPolicyChanges | undefined {
  const changes: KeyPolicyChanges = {
    // The verb checks the names of scopes.
    ...(scope && { scopes: readList("--scope", scope, "all") as readonly Scope[] | undefined }),
    ...(cap !== undefined && { cap: readMost("--cap", cap) }),
    ...(daily !== undefined && { daily: readMost("--daily", daily) }),
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

/** A key with all its rules, and what its daily budget leaves. */
export function printKey({ key, policy, spent }: KeyWithPolicy, { json }: { readonly json?: true | undefined }): void {
  const left = policy.daily === undefined ? undefined : leftOf(policy.daily, spent);
  if (json)
    printJson({
      id: key.id,
      projectId: key.projectId,
      prefix: key.prefix,
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      revokedAt: key.revokedAt?.toISOString() ?? null,
      endsAt: key.endsAt?.toISOString() ?? null,
      unconfirmed: key.isUnconfirmed,
      policy: key.isRestricted ? presentPolicy(policy) : null,
      unit: "msats",
      spent: key.isRestricted ? spent : null,
      remaining: left ?? null,
    });
  else printRules({ key, policy, left });
}

function printRules({ key, policy, left }: Omit<KeyWithPolicy, "spent"> & { readonly left: bigint | undefined }): void {
  print(`Key ${key.id} (${key.prefix}…) of project ${key.projectId}${key.revokedAt ? ", revoked" : ""}.`);
  if (key.endsAt !== undefined) print(`It ends ${key.endsAt.toISOString()}.`);
  if (key.isUnconfirmed)
    print("It came back with a restored database: it may only read until `npm run leyden -- key confirm`.");
  if (!key.isRestricted) print("It has no policy: it may do everything, from everywhere.");
  else for (const line of policyLines(policy, left)) print(line);
}

/** The daily budget may have been lowered below what was spent. */
function leftOf(daily: Msats, spent: bigint): bigint {
  return spent > daily ? 0n : daily - spent;
}

function policyLines({ scopes, cap, daily, destinations, networks }: KeyPolicy, left: bigint | undefined): string[] {
  const rows = [
    ["Scopes", scopes?.join(", ") ?? "all"],
    ["One payment sends", cap === undefined ? "any amount" : `at most ${cap} msats`],
    ["24 hours send", daily === undefined ? "any amount" : `at most ${daily} msats; ${left} msats are left`],
    ["It pays", destinations?.join(", ") ?? "any destination"],
    ["It is used from", networks?.join(", ") ?? "any address"],
  ] as const;
  return rows.map(([name, value]) => `  ${name.padEnd(18)}${value}`);
}

/** JSON has no undefined: what is not bounded is null. */
function presentPolicy({ scopes, cap, daily, destinations, networks }: KeyPolicy) {
  return {
    scopes: scopes ?? null,
    cap: cap ?? null,
    daily: daily ?? null,
    destinations: destinations ?? null,
    networks: networks ?? null,
  };
}
