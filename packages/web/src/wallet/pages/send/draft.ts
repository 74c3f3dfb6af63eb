import type { Kind } from "./payment-preview.ts";

/** What was sent, or is about to be, until its answer was read. */
export type Draft = {
  /** Of the person who made it: another one who logs in does not see it. */
  readonly user: string;
  /** Of the call: sent again with it, nothing is paid twice. */
  readonly key: string;
  /** How often its answer was waited for. */
  readonly tries: number;
  readonly kind: Kind;
  readonly recipient: string;
  /** In msats. */
  readonly amount: string;
  readonly comment: string;
  readonly note: string;
};

const NAME = "leyden-sending";

/** The draft of this tab: it survives a reload and a login, and no other tab has it. */
export function draftStore(storage: () => Storage = () => sessionStorage) {
  return {
    read(user: string): Draft | undefined {
      try {
        const draft: unknown = JSON.parse(storage().getItem(NAME) ?? "null");
        return isDraft(draft) && draft.user === user ? draft : undefined;
      } catch {
        return undefined;
      }
    },
    keep(draft: Draft): void {
      try {
        storage().setItem(NAME, JSON.stringify(draft));
      } catch {
        // A browser that keeps nothing forgets it with a reload.
      }
    },
    drop(): void {
      try {
        storage().removeItem(NAME);
      } catch {
        // Nothing was kept.
      }
    },
  };
}

const TEXTS = ["user", "key", "kind", "recipient", "amount", "comment", "note"] as const;

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const draft = value as Readonly<Record<string, unknown>>;
  return TEXTS.every((name) => typeof draft[name] === "string") && typeof draft["tries"] === "number";
}
