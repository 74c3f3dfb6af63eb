import type { receipts as english } from "../en/receipts.ts";
import type { Translated } from "../message.ts";

export const receipts: Translated<typeof english> = {
  receipt_approved_subject: "A sua identidade está confirmada",
  receipt_approved_what:
    "Já pode comprar bitcoins em {seller} até aos limites mais altos. Se a sua compra está à espera, continue onde a começou.",
  receipt_completed_own:
    "Estão na sua carteira aqui. Inicie sessão com este endereço de e-mail para os ver e os enviar para qualquer carteira Lightning:",
  receipt_completed_subject: "Os seus bitcoins chegaram: compra {number}",
  receipt_completed_what: "Comprou {sats} por {paid}. Já chegaram.",
  receipt_refunded_subject: "O seu dinheiro voltou: compra {number}",
  receipt_refunded_what:
    "Não foi possível entregar os seus bitcoins. {paid} voltaram para o seu cartão; pode demorar alguns dias até o ver.",
  receipt_rejected_subject: "Não foi possível confirmar a sua identidade",
  receipt_rejected_what: "{seller} não lhe pode vender bitcoins. Se pensa que é um engano, pergunte lá.",
  receipt_sent_subject: "Os seus bitcoins estão a caminho: compra {number}",
  receipt_sent_what:
    "Comprou {sats} por {paid}. A transação está a ser enviada. Fica concluída com a primeira confirmação, normalmente entre 10 e 60 minutos depois.",
};
