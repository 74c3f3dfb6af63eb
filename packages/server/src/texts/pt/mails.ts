import type { mails as english } from "../en/mails.ts";
import type { Translated } from "../message.ts";

export const mails: Translated<typeof english> = {
  code_app_login: "Foi pedido um início de sessão na aplicação {app}, com uma conta em {host} e este endereço.",
  code_buy: "Alguém quer comprar bitcoin com este endereço em {app}, através de {host}.",
  code_change_email: "Uma conta em {host} vai ter este endereço.",
  code_how: "Escreva-o na página que o pediu, no mesmo navegador. É válido durante 10 minutos e uma só vez.",
  code_lead: "O seu código:",
  code_login: "Foi pedido um início de sessão numa conta em {host} com este endereço.",
  code_never:
    "Nunca lhe pedimos este código por telefone, por chat ou por e-mail. Não o dê a ninguém, nem a nós. Nunca pedimos as palavras de recuperação de uma carteira.",
  code_not_you: "Se não foi você, não faça nada: sem o código não acontece nada.",
  code_subject_buy: "{code} é o seu código para comprar bitcoin",
  code_subject_change_email: "{code} é o seu código para o novo endereço",
  code_subject_log_in: "{code} é o seu código para iniciar sessão",
  code_title: "O seu código",
  code_where: "O código é pedido em páginas de {host} e em mais lado nenhum.",
  mail_fact: "{name}: {value}",
  new_login_browser: "Navegador",
  new_login_network: "Rede",
  new_login_not_you: "Se não foi você, termine todas as sessões nesta página e mude a forma como inicia sessão.",
  new_login_time: "Quando",
  new_login_title: "Um novo navegador iniciou sessão",
  new_login_what: "Um navegador que a sua conta em {host} não conhecia iniciou sessão.",
};
