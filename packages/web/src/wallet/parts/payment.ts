import type { PageShape } from "../../api/shapes.ts";
import type { Tone } from "../../ui/status.tsx";
import type { Key } from "../text.ts";

export type OwnPayment = PageShape<"OwnPayment">;

/** What a status is called, and what it means for whoever reads it. */
export const STATUSES: Readonly<Record<OwnPayment["status"], readonly [tone: Tone, words: Key]>> = {
  processing: ["wait", "wallet_pay_processing"],
  waiting: ["wait", "wallet_pay_waiting"],
  completed: ["good", "wallet_pay_completed"],
  failed: ["bad", "wallet_pay_failed"],
  returned: ["soft", "wallet_pay_returned"],
};

/** The address of the form that pays a recipient; undefined where it cannot be paid again. */
export function againPath({ kind, recipient }: Pick<OwnPayment, "kind" | "recipient">): string | undefined {
  if (recipient === "" || kind === "invoice" || kind === "other") return undefined;
  return payPath(recipient);
}

/** The address of the form that pays a recipient. `amount`: in msats. */
export function payPath(recipient: string, amount?: string): string {
  const search = new URLSearchParams({ to: recipient, ...(amount === undefined ? {} : { amount }) });
  return `/send?${search}`;
}
