import type { bank as english } from "../en/bank.ts";
import type { Translated } from "../message.ts";

export const bank: Translated<typeof english> = {
  bank_approve: "Approuver",
  bank_close: "Fermer",
  bank_done: "Vous pouvez fermer cette fenêtre",
  bank_fail: "Refuser",
  bank_payment: "{amount} avec la carte qui se termine par {digits}.",
  bank_sandbox: "Ceci est un environnement de test : aucune banque ne demande, et aucun argent ne bouge.",
  bank_title: "Ce paiement est-il de vous ?",
};
