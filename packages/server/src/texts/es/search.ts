import type { search as english } from "../en/search.ts";
import type { Translated } from "../message.ts";

export const search: Translated<typeof english> = {
  search_as_address: "una dirección Lightning o un correo electrónico",
  search_as_code: "el código de un vale",
  search_as_hash: "un hash de pago, una preimagen o una transacción de la cadena",
  search_as_id: "un identificador",
  search_as_invoice: "una factura",
  search_as_name: "un gamertag",
  search_as_number: "el número de una compra",
  search_as_own_name: "tu propio nombre para ello",
  search_as_request: "el identificador de una petición",
  search_found: { one: "{count} resultado.", other: "{count} resultados." },
  search_none: "No se ha encontrado nada. Se ha buscado como {kinds}.",
};
