import type { failures as english } from "../en/failures.ts";
import type { Translated } from "../message.ts";

export const failures: Translated<typeof english> = {
  failure_code_digits: "Saisissez les chiffres de l’e-mail.",
  failure_code_expired: "Ce code est trop ancien. Demandez-en un autre.",
  failure_code_last: "Ce n’est pas le code, et c’était le dernier essai. Demandez un autre code.",
  failure_code_none: "Aucun code n’a été envoyé pour ce navigateur. Demandez-en un.",
  failure_code_short:
    "Beaucoup de faux codes ont été saisis récemment, celui-ci est donc trop court. Demandez-en un autre : il est plus long.",
  failure_code_spent: "Ce code a été essayé trop souvent. Demandez-en un autre.",
  failure_code_wrong: {
    one: "Ce n’est pas le code. Il vous reste un essai.",
    other: "Ce n’est pas le code. Il vous reste {count} essais.",
  },
  failure_codes_many:
    "Vous avez demandé beaucoup de codes pour cette adresse. Réessayez dans {wait} ou connectez-vous autrement.",
  failure_codes_many_address:
    "Cette adresse a reçu beaucoup de codes. Réessayez dans {wait} ou connectez-vous autrement.",
  failure_codes_many_network:
    "Votre réseau a demandé des codes pour beaucoup d’adresses. Réessayez dans {wait} ou connectez-vous autrement.",
};
