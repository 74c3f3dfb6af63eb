import type { unsubscribe as english } from "../en/unsubscribe.ts";
import type { Translated } from "../message.ts";

export const unsubscribe: Translated<typeof english> = {
  unsubscribe_button: "Não quero mais e-mails",
  unsubscribe_done_title: "Subscrição cancelada",
  unsubscribe_done_what: "Os projetos que usam este serviço já não enviam nada para o seu endereço.",
  unsubscribe_title: "Não receber mais e-mails",
  unsubscribe_unknown_title: "Ligação desconhecida",
  unsubscribe_unknown_what:
    "Esta ligação não pertence a nenhum e-mail dos últimos 90 dias. Use a ligação de um e-mail mais recente.",
  unsubscribe_what:
    "Os projetos que usam este serviço deixam então de enviar o que quer que seja para o seu endereço, incluindo dinheiro.",
};
