import type { terms as english } from "../en/terms.ts";
import type { Translated } from "../message.ts";

export const terms: Translated<typeof english> = {
  terms_accept: "Annehmen und weiter",
  terms_account: "deinem Konto",
  terms_by_going_on: "Wenn du fortfährst, nimmst du die {terms} an.",
  terms_changed_title: "Die Bedingungen haben sich geändert",
  terms_changed_what: "{name} hat jetzt andere {terms} ({version}). Nimm sie an, um fortzufahren.",
  terms_link: "Nutzungsbedingungen",
  terms_not_now: "Jetzt nicht? Dein Geld bleibt in {account} erreichbar.",
  terms_title: "Nutzungsbedingungen",
  terms_what: "{name} hat {terms} ({version}). Nimm sie an, um fortzufahren.",
};
