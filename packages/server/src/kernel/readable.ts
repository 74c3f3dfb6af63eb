/** How mails and pages write amounts and times for people. */
import type { Msats } from "./money.ts";

/** "1,234.5 sat": whole, with as many decimals as there are. */
export function satText(amount: Msats): string {
  const decimals = String(amount % 1000n)
    .padStart(3, "0")
    .replace(/0+$/, "");
  const whole = (amount / 1000n).toLocaleString("en-US");
  return `${whole}${decimals === "" ? "" : `.${decimals}`} sat`;
}

/** "20 December 2026, 16:12 UTC". */
export function momentText(time: Date): string {
  return `${DAY.format(time)}, ${TIME.format(time)} UTC`;
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
