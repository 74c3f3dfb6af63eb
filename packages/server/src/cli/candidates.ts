import { bytesToHex } from "@noble/hashes/utils.js";
import { fitOf, type RestoreStatus, type Waiting } from "#restore";

/**
 * The hashes of the node's payments that something may be; a certain one alone. `explained`: what the journal brings
 * back for certain, which is nothing else that waits.
 */
export function candidatesOf(
  waiting: Waiting,
  unexplained: RestoreStatus["unexplained"],
  explained: ReadonlySet<string>,
): string {
  const fits = unexplained.map((payment) => ({ hash: bytesToHex(payment.paymentHash), fit: fitOf(waiting, payment) }));
  const certain = fits.find(({ fit }) => fit === "certain");
  if (certain !== undefined) return `${certain.hash} (certain)`;
  return fits.flatMap(({ hash, fit }) => (fit === undefined || explained.has(hash) ? [] : [hash])).join(" ");
}
