import type { search as english } from "../en/search.ts";
import type { Translated } from "../message.ts";

export const search: Translated<typeof english> = {
  search_as_address: "eine Lightning-Adresse oder eine E-Mail-Adresse",
  search_as_code: "der Code eines Gutscheins",
  search_as_hash: "ein Payment-Hash, ein Preimage oder eine Transaktion der Blockchain",
  search_as_id: "eine Kennung",
  search_as_invoice: "eine Rechnung",
  search_as_name: "ein Gamertag",
  search_as_number: "die Nummer eines Kaufs",
  search_as_own_name: "dein eigener Name dafür",
  search_as_request: "die Kennung einer Anfrage",
  search_found: { one: "{count} Treffer.", other: "{count} Treffer." },
  search_none: "Es wurde nichts gefunden. Gesucht wurde als {kinds}.",
};
