import type { terms as english } from "../en/terms.ts";
import type { Translated } from "../message.ts";

export const terms: Translated<typeof english> = {
  terms_accept: "Aceptar y continuar",
  terms_account: "tu cuenta",
  terms_by_going_on: "Al continuar aceptas las {terms}.",
  terms_changed_title: "Las condiciones han cambiado",
  terms_changed_what: "{name} tiene ahora otras {terms} ({version}). Acéptalas para continuar.",
  terms_link: "condiciones de uso",
  terms_not_now: "¿Ahora no? Tu dinero sigue accesible en {account}.",
  terms_title: "Condiciones de uso",
  terms_what: "{name} tiene {terms} ({version}). Acéptalas para continuar.",
};
