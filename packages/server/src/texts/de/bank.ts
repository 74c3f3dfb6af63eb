import type { bank as english } from "../en/bank.ts";
import type { Translated } from "../message.ts";

export const bank: Translated<typeof english> = {
  bank_approve: "Bestätigen",
  bank_close: "Schließen",
  bank_done: "Du kannst dieses Fenster schließen",
  bank_fail: "Ablehnen",
  bank_payment: "{amount} mit der Karte, die auf {digits} endet.",
  bank_sandbox: "Das ist die Testumgebung: Keine Bank fragt, und kein Geld bewegt sich.",
  bank_title: "Ist diese Zahlung von dir?",
};
