import { satText } from "../../../ui/amount-text.ts";
import { msatsOf, satsOf, wrongSats } from "../../parts/typed-sats.ts";
import { canSend, type Key } from "./key.ts";

/** The form of a key: text as it is typed. */
export type KeyForm = {
  readonly name: string;
  /** False: the scopes that are named. */
  readonly isWhole: boolean;
  readonly scopes: readonly string[];
  readonly cap: string;
  readonly daily: string;
  readonly weekly: string;
  readonly monthly: string;
  /** One in a line. */
  readonly destinations: string;
  readonly networks: string;
};

export const EMPTY_FORM: KeyForm = {
  name: "",
  isWhole: false,
  scopes: ["read"],
  cap: "",
  daily: "",
  weekly: "",
  monthly: "",
  destinations: "",
  networks: "",
};

export const AMOUNTS = ["cap", "daily", "weekly", "monthly"] as const;

/** What the service is asked for. Of what is not bound the word for it. */
export type Asked = {
  readonly name: string;
  readonly scopes: string[] | "all";
  readonly cap: string;
  readonly daily: string;
  readonly weekly: string;
  readonly monthly: string;
  readonly destinations: string[] | "any";
  readonly networks: string[] | "any";
};

/** The rules that a form asks for; amounts that are none count as not bound: `wrongIn` has said so before. */
export function askedOf(form: KeyForm): Asked {
  const most = (typed: string) => msatsOf(typed) ?? "none";
  const listOf = (typed: string) => {
    const entries = typed.split(/[\s,]+/).filter((entry) => entry !== "");
    return entries.length === 0 ? "any" : entries;
  };
  return {
    name: form.name.trim(),
    scopes: form.isWhole ? "all" : [...form.scopes],
    cap: most(form.cap),
    daily: most(form.daily),
    weekly: most(form.weekly),
    monthly: most(form.monthly),
    destinations: listOf(form.destinations),
    networks: listOf(form.networks),
  };
}

const UNBOUND: readonly unknown[] = ["none", "any", "all"];

/** Without what is not bound: a new key without a rule has none at all, and nothing of it is counted. */
export function boundsIn({ name, ...rules }: Asked): Pick<Asked, "name"> & Partial<Asked> {
  return { name, ...Object.fromEntries(Object.entries(rules).filter(([, rule]) => !UNBOUND.includes(rule))) };
}

/** Whether the key that it asks for could send: then it has limits. */
export function asksToSend({ isWhole, scopes }: Pick<KeyForm, "isWhole" | "scopes">): boolean {
  return isWhole || canSend(scopes);
}

/** Each says what is wrong with it. */
export const KEY_FIELDS = [
  "name",
  "scopes",
  "cap",
  "daily",
  "weekly",
  "monthly",
  "destinations",
  "networks",
] as const satisfies readonly (keyof KeyForm)[];

/** What is wrong with a form before anybody is asked, by field. */
export function wrongIn(form: KeyForm): Readonly<Record<string, string>> {
  const wrong: [string, string][] = [];
  if (form.name.trim() === "") wrong.push(["name", "Give it a name, such as Payouts."]);
  if (!form.isWhole && form.scopes.length === 0) wrong.push(["scopes", "Choose at least one."]);
  for (const field of asksToSend(form) ? AMOUNTS : []) {
    const said = wrongSats(form[field]);
    if (said !== undefined) wrong.push([field, said]);
  }
  return Object.fromEntries(wrong);
}

/** The form that asks for what a key has. */
export function formOf({ name, policy, budgets }: Key): KeyForm {
  const lines = (entries: readonly string[] | null | undefined) => (entries ?? []).join("\n");
  return {
    name,
    isWhole: (policy?.scopes ?? null) === null,
    scopes: policy?.scopes ?? ["read"],
    cap: satsOf(policy?.cap),
    daily: satsOf(budgets?.daily.limit),
    weekly: satsOf(budgets?.weekly.limit),
    monthly: satsOf(budgets?.monthly.limit),
    destinations: lines(policy?.destinations),
    networks: lines(policy?.networks),
  };
}

export type Granted = {
  readonly rule: string;
  readonly asked: string;
  readonly granted: string;
  /** It is not what was asked for, to the letter. */
  readonly differs: boolean;
};

/** Each rule of a key as it was asked for and as it was granted. */
export function grantedOf(asked: Asked, { name, policy, budgets }: Key): readonly Granted[] {
  const amount = (msats: string | null | undefined) => (msats === "none" ? "any amount" : amountText(msats));
  const list = (entries: readonly string[] | string | null | undefined, none: string) =>
    typeof entries === "string" || entries === null || entries === undefined ? none : [...entries].sort().join(", ");
  const pairs = [
    ["Name", asked.name, name],
    ["May", list(asked.scopes, "everything"), list(policy?.scopes, "everything")],
    ["One payment, at most", amount(asked.cap), amountText(policy?.cap)],
    ["In any 24 hours", amount(asked.daily), amountText(budgets?.daily.limit)],
    ["In any 7 days", amount(asked.weekly), amountText(budgets?.weekly.limit)],
    ["In any 30 days", amount(asked.monthly), amountText(budgets?.monthly.limit)],
    ["May pay", list(asked.destinations, "anybody"), list(policy?.destinations, "anybody")],
    ["Used from", list(asked.networks, "anywhere"), list(policy?.networks, "anywhere")],
  ] as const;
  return pairs.map(([rule, wanted, granted]) => ({ rule, asked: wanted, granted, differs: wanted !== granted }));
}

function amountText(msats: string | null | undefined): string {
  return msats === null || msats === undefined ? "any amount" : satText(msats, "en");
}
