import type { terms as english } from "../en/terms.ts";
import type { Translated } from "../message.ts";

export const terms: Translated<typeof english> = {
  terms_accept: "Aceitar e continuar",
  terms_account: "sua conta",
  terms_by_going_on: "Ao continuar, aceita as {terms}.",
  terms_changed_title: "As condições mudaram",
  terms_changed_what: "{name} tem agora outras {terms} ({version}). Aceite-as para continuar.",
  terms_link: "condições de utilização",
  terms_not_now: "Agora não? O seu dinheiro continua acessível na {account}.",
  terms_title: "Condições de utilização",
  terms_what: "{name} tem {terms} ({version}). Aceite-as para continuar.",
};
