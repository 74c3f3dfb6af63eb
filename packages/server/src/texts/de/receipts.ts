import type { receipts as english } from "../en/receipts.ts";
import type { Translated } from "../message.ts";

export const receipts: Translated<typeof english> = {
  receipt_approved_subject: "Deine Identität ist bestätigt",
  receipt_approved_what:
    "Bei {seller} gelten für dich jetzt die höheren Limits. Wenn dein Kauf wartet, mach dort weiter, wo du ihn begonnen hast.",
  receipt_completed_own:
    "Sie sind in deiner Wallet hier. Melde dich mit dieser E-Mail-Adresse an: Dort siehst du sie und sendest sie an jede Lightning-Wallet:",
  receipt_completed_subject: "Deine Bitcoin sind da: Kauf {number}",
  receipt_completed_what: "Du hast {sats} für {paid} gekauft. Sie sind angekommen.",
  receipt_refunded_subject: "Dein Geld ging zurück: Kauf {number}",
  receipt_refunded_what:
    "Deine Bitcoin konnten nicht geliefert werden. {paid} gingen zurück auf deine Karte; bis du es siehst, kann es einige Tage dauern.",
  receipt_rejected_subject: "Deine Identität konnte nicht bestätigt werden",
  receipt_rejected_what:
    "{seller} kann dir keine Bitcoin verkaufen. Wenn du das für einen Irrtum hältst, frag dort nach.",
  receipt_sent_subject: "Deine Bitcoin sind unterwegs: Kauf {number}",
  receipt_sent_what:
    "Du hast {sats} für {paid} gekauft. Die Transaktion wird gesendet. Mit ihrer ersten Bestätigung ist sie fertig, meist nach 10 bis 60 Minuten.",
};
