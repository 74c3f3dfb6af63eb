import type { search as english } from "../en/search.ts";
import type { Translated } from "../message.ts";

export const search: Translated<typeof english> = {
  search_as_address: "um endereço Lightning ou um endereço de e-mail",
  search_as_code: "o código de um vale",
  search_as_hash: "um hash de pagamento, uma pré-imagem ou uma transação da cadeia",
  search_as_id: "um identificador",
  search_as_invoice: "uma fatura",
  search_as_name: "um gamertag",
  search_as_number: "o número de uma compra",
  search_as_own_name: "o seu próprio nome para isto",
  search_as_request: "o identificador de um pedido",
  search_found: { one: "{count} resultado.", other: "{count} resultados." },
  search_none: "Não foi encontrado nada. Foi procurado como {kinds}.",
};
