/** Kinds of lines of the history. */
export const ITEM_KINDS = ["payment", "email", "charge", "receipt", "voucher", "voucher_refund", "transfer"] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

export const HISTORY_FILTERS = ["sent", "received", "vouchers"] as const;
export type HistoryFilter = (typeof HISTORY_FILTERS)[number];

/** What of a line decides whether it is wanted. */
export type Sought = {
  readonly kind: ItemKind;
  readonly amount: bigint;
  readonly at: Date;
  /** Ids, hashes and invoices, of which a search names a whole one. */
  readonly names: readonly string[];
  /** Texts, of which a search names a part. */
  readonly texts: readonly (string | undefined)[];
};

export type Wanted = {
  readonly q?: string | undefined;
  readonly kind?: HistoryFilter | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};

export function isWanted(line: Sought, { q, kind, from, to }: Wanted): boolean {
  if ((from !== undefined && line.at < from) || (to !== undefined && line.at >= to)) return false;
  return (kind === undefined || isOf(line, kind)) && (q === undefined || matches(line, q));
}

function isOf({ kind, amount }: Sought, filter: HistoryFilter): boolean {
  switch (filter) {
    case "sent":
      return kind === "payment" || kind === "email" || amount < 0n;
    case "received":
      return kind !== "payment" && kind !== "email" && amount > 0n;
    case "vouchers":
      return kind === "voucher" || kind === "voucher_refund" || kind === "email";
  }
}

function matches({ names, texts }: Sought, q: string): boolean {
  const sought = fold(q.trim().replace(/^lightning:/i, ""));
  return (
    names.includes(sought.toLowerCase()) || texts.some((text) => text !== undefined && fold(text).includes(sought))
  );
}

/** Upper and lower case alike, and with or without accents. */
function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
