/** A purchase as the journal tells of it, after the copy was made. */
export type DepartedPurchase = {
  readonly id: string;
  /** Of the processor. */
  readonly reference: string;
  /** A capture or a refund was asked for: it had been authorized by then. */
  readonly wasCaptured: boolean;
  readonly begunAt: Date;
};

/** What the copy has of it. */
export type PurchaseInCopy = {
  readonly id: string;
  readonly state: string;
  readonly reference: string | undefined;
  /** Where it is delivered: a Lightning address, or one of the chain. */
  readonly destination: string;
};

/** States from which a line of the journal may tell more. */
const EARLY: readonly string[] = ["quoted", "requires_payment", "requires_action"];

/**
 * Whether the copy lacks what a line tells. `copy`: the purchase with this id, or one with this reference; undefined:
 * neither is there.
 */
export function isLacking(
  { id, reference, wasCaptured }: Omit<DepartedPurchase, "begunAt">,
  copy: PurchaseInCopy | undefined,
): boolean {
  if (copy === undefined) return true;
  if (copy.reference === undefined) return wasCaptured || EARLY.includes(copy.state);
  if (copy.reference !== reference) return true;
  return copy.id === id && wasCaptured && EARLY.includes(copy.state);
}

/** `ramp.bring_back` says what each means. */
export type PurchaseBroughtBack = "brought_back" | "known" | "unknown" | "differs" | "ended" | "busy";

/** `ramp.bring_back_refund` says what each means. */
export type RefundedAgain = "refunded" | "known" | "unknown" | "not_failed";
