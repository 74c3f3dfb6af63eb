import type { search as english } from "../en/search.ts";
import type { Translated } from "../message.ts";

export const search: Translated<typeof english> = {
  search_as_address: "une adresse Lightning ou une adresse e-mail",
  search_as_code: "le code d’un bon",
  search_as_hash: "un hash de paiement, une préimage ou une transaction de la chaîne",
  search_as_id: "un identifiant",
  search_as_invoice: "une facture",
  search_as_name: "un gamertag",
  search_as_number: "le numéro d’un achat",
  search_as_own_name: "votre propre nom pour cela",
  search_as_request: "l’identifiant d’une requête",
  search_found: { one: "{count} résultat.", other: "{count} résultats." },
  search_none: "Rien n’a été trouvé. La recherche portait sur {kinds}.",
};
