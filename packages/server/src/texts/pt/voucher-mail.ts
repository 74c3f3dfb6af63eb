import type { voucherMail as english } from "../en/voucher-mail.ts";
import type { Translated } from "../message.ts";

export const voucherMail: Translated<typeof english> = {
  voucher_account:
    "Não tem carteira? Na mesma página pode adicionar o dinheiro a uma conta aqui, que abre com o seu endereço de e-mail.",
  voucher_bitcoin: "É bitcoin: um bitcoin são {sats} sat.",
  voucher_button: "Receber o dinheiro",
  voucher_comment: "Mensagem do remetente:",
  voucher_from: "{sender} enviou-lhe dinheiro.",
  voucher_here: "Receba-o aqui:",
  voucher_host: "A ligação deste e-mail leva a {host}.",
  voucher_never:
    "Nunca lhe pedimos a palavra-passe do seu e-mail, as palavras de recuperação de uma carteira, um pagamento ou dados do seu banco. Uma página que o faça não é nossa.",
  voucher_secret: "A ligação é como dinheiro vivo: quem a abrir pode receber o dinheiro. Não a passe a ninguém.",
  voucher_step_confirm: "A carteira mostra o valor. Confirme, e é seu.",
  voucher_step_open: "Abra a ligação no telemóvel, ou num computador ao lado.",
  voucher_step_wallet:
    "Escolha aí a sua carteira Lightning, ou leia o código com ela. Serve qualquer carteira Lightning; nas lojas de aplicações há muitas gratuitas.",
  voucher_stop: "Não receber mais e-mails como este, de nenhum remetente",
  voucher_subject: "Recebeu {amount}",
  voucher_until: "Receba-o antes de {time}. Depois volta ao remetente.",
};
