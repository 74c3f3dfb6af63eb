import { AppError, type Issue } from "#kernel/errors.ts";
import type { KeyPolicy, KeyPolicyChanges } from "./key-policy.ts";

/** A key would get rules that are wider than those of who asks for it. */
export class KeyTooWide extends AppError {
  constructor(issues: readonly Issue[]) {
    const rules = issues.map(({ field, issue }) => `${field} ${issue}`);
    super("key_too_wide", `you may give a key no more than you have yourself: ${rules.join("; ")}`, {
      details: issues,
    });
  }
}

/**
 * Which of `rules` are wider than the same rule of `bound`, each with the most that it may be. A rule that is not there
 * is one without a bound. A list of addresses must name entries of the bound's list, because two networks that overlap
 * are compared nowhere.
 */
export function excessOf(rules: KeyPolicyChanges, bound: KeyPolicy): readonly Issue[] {
  return AMOUNTS.flatMap((rule): Issue[] => {
    const most = bound[rule];
    const wanted = rules[rule];
    if (most === undefined || (wanted !== undefined && wanted <= most)) return [];
    return [{ field: rule, issue: `must be given and at most ${most} msats` }];
  }).concat(
    LISTS.flatMap((rule): Issue[] => {
      const most: readonly string[] | undefined = bound[rule];
      const wanted: readonly string[] | undefined = rules[rule];
      if (most === undefined || wanted?.every((entry) => isAmong(entry, most))) return [];
      return [{ field: rule, issue: `must be given and among ${most.join(", ")}` }];
    }),
  );
}

const AMOUNTS = ["cap", "daily", "weekly", "monthly"] as const;
const LISTS = ["scopes", "destinations", "networks"] as const;

/** `*@host` of the list has every name of its host. */
function isAmong(entry: string, list: readonly string[]): boolean {
  const at = entry.indexOf("@");
  return list.includes(entry) || (at > 0 && list.includes(`*${entry.slice(at)}`));
}

/**
 * The same for a change: a rule that is not named stays, and one that becomes narrower may be wide still.
 * @param before the rules that the key has.
 */
export function excessOfChange(changes: KeyPolicyChanges, before: KeyPolicy, bound: KeyPolicy): readonly Issue[] {
  const named = Object.keys(changes);
  const wider = new Set(excessOf({ ...before, ...changes }, before).map(({ field }) => field));
  return excessOf({ ...before, ...changes }, bound).filter(({ field }) => named.includes(field) && wider.has(field));
}
