import type { PageShape } from "../../../api/shapes.ts";
import { shortText } from "../../../ui/format.ts";
import type { Tone } from "../../../ui/status.tsx";

export type Key = PageShape<"ProjectKey">;
export type MadeKey = PageShape<"MadeProjectKey">;

export const STATUSES: Readonly<Record<Key["status"], readonly [tone: Tone, words: string]>> = {
  valid: ["good", "Valid"],
  ended: ["soft", "Ended"],
  revoked: ["bad", "Revoked"],
};

/** What a key may be used for. */
export const SCOPES: readonly (readonly [scope: string, words: string])[] = [
  ["read", "read: balance, payments, charges, events"],
  ["receive", "receive: make charges and static charges"],
  ["send", "send: pay from the wallet of the project"],
  ["vouchers", "vouchers: make and revoke vouchers"],
  ["ramp", "ramp: sessions in which people buy bitcoin"],
];

export const BUDGETS = [
  ["daily", "In any 24 hours"],
  ["weekly", "In any 7 days"],
  ["monthly", "In any 30 days"],
] as const;

/** What a key may do, in a few words. */
export function scopesText({ policy }: Pick<Key, "policy">): string {
  const scopes = policy?.scopes ?? undefined;
  return scopes === undefined ? "Everything" : scopes.join(", ");
}

const READING: readonly string[] = ["read", "receive"];

/** Whether money may leave the wallet with it. */
export function maySend({ policy }: Pick<Key, "policy">): boolean {
  const scopes = policy?.scopes ?? undefined;
  return scopes === undefined || canSend(scopes);
}

export function canSend(scopes: readonly string[]): boolean {
  return scopes.some((scope) => !READING.includes(scope));
}

/** Of an address or a network: nodes have long names. */
export function entriesText(entries: readonly string[] | null | undefined, none: string): string {
  return entries === null || entries === undefined ? none : entries.map((entry) => shortText(entry)).join(", ");
}
