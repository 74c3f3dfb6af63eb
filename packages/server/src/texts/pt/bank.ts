import type { bank as english } from "../en/bank.ts";
import type { Translated } from "../message.ts";

export const bank: Translated<typeof english> = {
  bank_approve: "Aprovar",
  bank_close: "Fechar",
  bank_done: "Pode fechar esta janela",
  bank_fail: "Recusar",
  bank_payment: "{amount} com o cartão que termina em {digits}.",
  bank_sandbox: "Este é o ambiente de teste: nenhum banco pergunta e nenhum dinheiro se move.",
  bank_title: "Este pagamento é seu?",
};
