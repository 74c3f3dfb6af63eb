import type { failures as english } from "../en/failures.ts";
import type { Translated } from "../message.ts";

export const failures: Translated<typeof english> = {
  failure_code_digits: "Escreva os algarismos do e-mail.",
  failure_code_expired: "Este código é demasiado antigo. Peça outro.",
  failure_code_last: "Este não é o código, e era a última tentativa. Peça outro código.",
  failure_code_none: "Não foi enviado nenhum código para este navegador. Peça um.",
  failure_code_short:
    "Ultimamente foram mostrados muitos códigos errados, por isso este já é demasiado curto. Peça outro: é mais longo.",
  failure_code_spent: "Este código foi tentado demasiadas vezes. Peça outro.",
  failure_code_wrong: {
    one: "Este não é o código. Tem mais uma tentativa.",
    other: "Este não é o código. Tem mais {count} tentativas.",
  },
  failure_codes_many: "Pediu muitos códigos para este endereço. Tente daqui a {wait} ou inicie sessão de outra forma.",
  failure_codes_many_address:
    "Este endereço recebeu muitos códigos. Tente daqui a {wait} ou inicie sessão de outra forma.",
  failure_codes_many_network:
    "A sua rede pediu códigos para muitos endereços. Tente daqui a {wait} ou inicie sessão de outra forma.",
};
