import type { Metrics } from "#platform/metrics.ts";
import type { Credited } from "./model/receipt.ts";

/** Counts receipts by what is unusual about them, "none" for the others. Alarm on `unknown` and `suspense`. */
export function measureReceipts(metrics: Metrics): (credited: Credited) => void {
  const receipts = metrics.counter({
    name: "leyden_receipts_total",
    help: "Payments received over Lightning, by flag. One that has several flags counts under each.",
    labels: ["flag"],
  });
  return ({ flags }) => {
    for (const flag of flags.length === 0 ? ["none"] : flags) receipts.inc({ flag });
  };
}
