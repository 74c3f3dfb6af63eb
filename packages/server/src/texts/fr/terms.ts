import type { terms as english } from "../en/terms.ts";
import type { Translated } from "../message.ts";

export const terms: Translated<typeof english> = {
  terms_accept: "Accepter et continuer",
  terms_account: "votre compte",
  terms_by_going_on: "En continuant, vous acceptez les {terms}.",
  terms_changed_title: "Les conditions ont changé",
  terms_changed_what: "{name} a maintenant d’autres {terms} ({version}). Acceptez-les pour continuer.",
  terms_link: "conditions d’utilisation",
  terms_not_now: "Pas maintenant ? Votre argent reste accessible dans {account}.",
  terms_title: "Conditions d’utilisation",
  terms_what: "{name} a des {terms} ({version}). Acceptez-les pour continuer.",
};
