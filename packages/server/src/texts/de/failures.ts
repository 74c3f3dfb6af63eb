import type { failures as english } from "../en/failures.ts";
import type { Translated } from "../message.ts";

export const failures: Translated<typeof english> = {
  failure_code_digits: "Gib die Ziffern aus der E-Mail ein.",
  failure_code_expired: "Dieser Code ist zu alt. Lass dir einen neuen schicken.",
  failure_code_last: "Das ist nicht der Code, und es war der letzte Versuch. Lass dir einen neuen schicken.",
  failure_code_none: "Für diesen Browser wurde kein Code geschickt. Lass dir einen schicken.",
  failure_code_short:
    "In letzter Zeit wurden viele falsche Codes gezeigt, darum ist dieser jetzt zu kurz. Lass dir einen neuen schicken: Er ist länger.",
  failure_code_spent: "Dieser Code wurde zu oft versucht. Lass dir einen neuen schicken.",
  failure_code_wrong: {
    one: "Das ist nicht der Code. Du hast noch einen Versuch.",
    other: "Das ist nicht der Code. Du hast noch {count} Versuche.",
  },
  failure_codes_many:
    "Du hast in letzter Zeit viele Codes an diese Adresse schicken lassen. Versuch es in {wait} wieder oder melde dich anders an.",
  failure_codes_many_address:
    "Diese Adresse hat in letzter Zeit viele Codes bekommen. Versuch es in {wait} wieder oder melde dich anders an.",
  failure_codes_many_network:
    "Dein Netz hat in letzter Zeit Codes für viele Adressen verlangt. Versuch es in {wait} wieder oder melde dich anders an.",
};
