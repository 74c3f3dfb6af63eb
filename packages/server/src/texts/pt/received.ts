import type { received as english } from "../en/received.ts";
import type { Translated } from "../message.ts";

export const received: Translated<typeof english> = {
  received_card: "Quando chega dinheiro",
  received_card_off: "Não recebe nenhum e-mail quando chega dinheiro à sua conta.",
  received_card_on: "Recebe um e-mail quando chega dinheiro à sua conta, no máximo um por hora.",
  received_from_here: "A partir deste serviço",
  received_from_invoice: "Uma fatura sua foi paga",
  received_from_link: "Para o seu endereço Lightning ou a sua ligação de pagamento",
  received_from_project: "Por uma fatura pedida por {project}",
  received_is_off: "Já não recebe e-mails quando chega dinheiro.",
  received_is_on: "Recebe um e-mail quando chega dinheiro.",
  received_left: { one: "E mais {count} pagamento.", other: "E mais {count} pagamentos." },
  received_many: { one: "Recebeu {amount} em {count} pagamento", other: "Recebeu {amount} em {count} pagamentos" },
  received_one: "Recebeu {amount}",
  received_stop: "Não receber mais e-mails quando chega dinheiro",
  received_stop_what: "A sua conta continua a receber o dinheiro e mostra-o. Lá pode voltar a ligar estes e-mails.",
  received_stopped: "Os e-mails estão desligados",
  received_stopped_what:
    "Já não recebe e-mails quando chega dinheiro. A sua conta mostra-o, e lá pode voltar a ligá-los.",
  received_turn_off: "Não enviar mais",
  received_turn_on: "Enviar-me um e-mail",
  received_unknown_what:
    "Esta ligação não está completa, ou é de um endereço que a conta já não tem. A sua conta tem o mesmo interruptor.",
  received_what: "O dinheiro está na sua carteira em {name}.",
  received_why: "Recebe este e-mail porque o ligou na sua conta.",
};
