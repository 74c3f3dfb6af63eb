import { z } from "zod";
import type { Scope } from "#kernel/caller.ts";
import { SCOPES } from "#kernel/caller.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { codec, isoTime, msatsText, optionalField } from "#platform/http/index.ts";
import { BUDGET_WINDOWS, type Budget, leftOf } from "./model/budget.ts";
import { checkedRules, type KeyPolicyChanges } from "./model/key-policy.ts";
import { isValid, keyName } from "./model/project-key.ts";
import type { KeyWithPolicy } from "./store/policies.ts";

export const KEY_ID = "01a1f9bb-52c8-7b19-8f0e-6a1d2c3b4e5f";

const BUDGET = { limit: "1000000", spent: "250000", remaining: "750000", moreAt: "2026-11-21T17:00:00.000Z" };
const UNBOUND = { limit: null, spent: "250000", remaining: null, moreAt: "2026-11-28T00:00:00.000Z" };

export const EXAMPLE = {
  id: KEY_ID,
  name: "Payouts",
  prefix: "ley_4Gk2Qm",
  status: "valid" as const,
  createdAt: "2026-11-20T16:12:00.000Z",
  lastUsedAt: "2026-11-20T16:40:00.000Z",
  endsAt: null,
  revokedAt: null,
  rolledFrom: null,
  rolledTo: null,
  waitsFor: null,
  unit: "msats" as const,
  policy: { scopes: ["read", "send"], cap: "50000", destinations: ["*@shop.example"], networks: null },
  budgets: { daily: BUDGET, weekly: UNBOUND, monthly: UNBOUND },
};

const budgetSchema = z.object({
  limit: msatsText.nullable().meta({ description: "The most that may be sent; null: any amount." }),
  spent: msatsText.meta({ description: "What was sent, fees and failed payments not counted." }),
  remaining: msatsText.nullable(),
  moreAt: isoTime.nullable().meta({
    description: "From when on less of what was sent counts, if nothing else is sent; null: nothing counts.",
  }),
});

export const keySchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    name: z.string(),
    prefix: z.string().meta({ description: "The first characters of the secret." }),
    status: z.enum(["valid", "ended", "revoked"]),
    createdAt: isoTime,
    lastUsedAt: isoTime.nullable().meta({ description: "At most a minute behind." }),
    endsAt: isoTime.nullable().meta({ description: "From then on it is refused; null: never." }),
    revokedAt: isoTime.nullable(),
    rolledFrom: z.string().nullable().meta({ description: "The key from which it took over.", format: "uuid" }),
    rolledTo: z.string().nullable().meta({ description: "The key that took over from it.", format: "uuid" }),
    waitsFor: z.enum(["confirmation", "rules"]).nullable().meta({
      description:
        "After a restore of the service the operator confirms it, or gives it its rules again: until then it may only read.",
    }),
    unit: z.literal("msats"),
    policy: z
      .object({
        scopes: z.array(z.string()).nullable().meta({ description: "null: everything." }),
        cap: msatsText.nullable().meta({ description: "The most that one payment may send; null: any amount." }),
        destinations: z.array(z.string()).nullable().meta({ description: "Whom it may pay; null: anybody." }),
        networks: z.array(z.string()).nullable().meta({ description: "From where it may be used; null: anywhere." }),
      })
      .nullable()
      .meta({ description: "null: it may do everything, and nothing is counted." }),
    budgets: z.object({ daily: budgetSchema, weekly: budgetSchema, monthly: budgetSchema }).nullable().meta({
      description: "Of any 24 hours, 7 days and 30 days. Keys that took over from each other share one each.",
    }),
  })
  .meta({ id: "ProjectKey", examples: [EXAMPLE] });

export function presentKey({ key, policy, budgets }: KeyWithPolicy, now: Date): z.infer<typeof keySchema> {
  const { scopes, cap, destinations, networks } = policy;
  const lists = { scopes: copyOf(scopes), destinations: copyOf(destinations), networks: copyOf(networks) };
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    status: isValid(key, now) ? "valid" : key.revokedAt === undefined ? "ended" : "revoked",
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    endsAt: key.endsAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    rolledFrom: key.rolledFrom ?? null,
    rolledTo: key.rolledTo ?? null,
    waitsFor: key.waitsForRules ? "rules" : key.isUnconfirmed ? "confirmation" : null,
    unit: "msats",
    policy: key.isRestricted ? { ...lists, cap: cap?.toString() ?? null } : null,
    budgets: key.isRestricted
      ? {
          daily: presentBudget(budgets.daily),
          weekly: presentBudget(budgets.weekly),
          monthly: presentBudget(budgets.monthly),
        }
      : null,
  };
}

function copyOf(list: readonly string[] | undefined): string[] | null {
  return list === undefined ? null : [...list];
}

function presentBudget({ limit, spent, lessAt }: Budget): z.infer<typeof budgetSchema> {
  return {
    limit: limit?.toString() ?? null,
    spent: String(spent),
    remaining: leftOf({ limit, spent })?.toString() ?? null,
    moreAt: lessAt?.toISOString() ?? null,
  };
}

export const nameText = codec(
  z
    .string()
    .max(100)
    .meta({ description: "For people: 1 to 40 characters.", examples: [EXAMPLE.name] }),
  keyName,
  (name) => name,
);

/** Millisatoshis, zero included, or `none`. Decodes to what the rule is to be: undefined inside for no bound. */
function mostText(description: string) {
  return codec(
    z.custom<string | number>().meta({
      description: `${description} Millisatoshis; \`none\`: any amount.`,
      anyOf: [
        { type: "string", pattern: "^(0|[1-9][0-9]{0,18}|none)$" },
        { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      ],
      examples: ["1000000"],
    }),
    (value) => ({ most: value === "none" ? undefined : readMost(value) }),
    ({ most }) => most?.toString() ?? "none",
  );
}

function readMost(value: unknown): Msats {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== "string" || !/^(0|[1-9][0-9]{0,18})$/.test(text))
    throw new InvalidInput("amount", "must be millisatoshis as a string of digits, or `none`", "invalid_amount");
  return msats(BigInt(text));
}

/** A list, or the word for no list. Decodes as `mostText`. */
function listText<const Word extends string>(
  word: Word,
  read: (entries: readonly string[]) => readonly string[] | undefined,
  shown: { readonly description: string; readonly examples: readonly string[][] },
) {
  return codec(
    z.union([z.array(z.string().max(320)).max(100), z.literal(word)]).meta({ ...shown, examples: [...shown.examples] }),
    (value) => ({ only: value === word ? undefined : read(value as string[]) }),
    ({ only }) => (only === undefined ? word : [...only]),
  );
}

/** The rules of a key in a request; one that is left out stays, and of a new key is not bound. */
export const ruleFields = {
  scopes: optionalField(
    listText("all", (scopes) => checkedRules({ scopes: scopes as readonly Scope[] }).scopes, {
      description: `What it may be used for: ${SCOPES.join(", ")}; \`all\`: everything.`,
      examples: [["read", "send"]],
    }),
  ),
  cap: optionalField(mostText("The most that one payment may send, fees not counted.")),
  daily: optionalField(mostText("The most that its payments may send in any 24 hours, fees not counted.")),
  weekly: optionalField(mostText("The same for any 7 days.")),
  monthly: optionalField(mostText("The same for any 30 days.")),
  destinations: optionalField(
    listText("any", (destinations) => checkedRules({ destinations }).destinations, {
      description:
        "Whom it may pay: name@host, *@host, the public key of a node, `internal` for wallets of this service; `any`: anybody.",
      examples: [["*@shop.example"]],
    }),
  ),
  networks: optionalField(
    listText("any", (networks) => checkedRules({ networks }).networks, {
      description: "From where it may be used: addresses or networks; `any`: anywhere.",
      examples: [["203.0.113.0/24"]],
    }),
  ),
};

type Rules = { readonly [Rule in keyof typeof ruleFields]?: z.infer<(typeof ruleFields)[Rule]> };

/** Undefined when no rule is named. */
export function rulesOf({ scopes, destinations, networks, cap, ...budgets }: Rules): KeyPolicyChanges | undefined {
  const changes: KeyPolicyChanges = {
    ...(scopes && { scopes: scopes.only as readonly Scope[] | undefined }),
    ...(cap && { cap: cap.most }),
    ...Object.fromEntries(
      BUDGET_WINDOWS.flatMap((window) => {
        const given = budgets[window];
        return given === undefined ? [] : [[window, given.most]];
      }),
    ),
    ...(destinations && { destinations: destinations.only }),
    ...(networks && { networks: networks.only }),
  };
  return Object.keys(changes).length === 0 ? undefined : changes;
}
