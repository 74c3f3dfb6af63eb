import type { pages as english } from "../en/pages.ts";
import type { Translated } from "../message.ts";

export const pages: Translated<typeof english> = {
  page_again: "Abra de novo a ligação daqui a um minuto.",
  page_busy: "De momento o serviço não pode fazer isto.",
  page_failed: "Não funcionou",
  page_form_cookie: "O navegador não enviou nenhum cookie. Permita os cookies de {origin} e tente de novo.",
  page_form_here: "Este formulário só é aceite a partir de páginas de {origin}. Abra a página lá.",
  page_form_old: "Este formulário é demasiado antigo. Volte atrás, recarregue a página e envie-o de novo.",
  page_form_site: "Este formulário foi enviado a partir de outro site. Abra a página aqui e envie-o de novo.",
  page_home: "{name} paga a pessoas em bitcoin por Lightning, para as aplicações que usam este serviço.",
  page_home_account: "O seu dinheiro, o seu gamertag, formas de iniciar sessão, sessões",
  page_home_developers: "Para programadores",
  page_home_login: "Com um endereço de e-mail e o código de uma mensagem",
  page_home_monitors: "Para a monitorização",
  page_home_people: "Para pessoas com uma conta",
  page_home_wallet: "Receber, enviar, ver o que aconteceu; pode ser instalada no telemóvel",
  page_many: "Pediu demasiado em pouco tempo.",
  page_many_title: "Demasiados pedidos",
  page_missing: "Esta página não existe.",
  page_missing_title: "Não encontrado",
  page_number: "Número deste pedido: {id}",
  page_our_fault:
    "É um erro do serviço, não seu. Tente de novo; se voltar a acontecer, escreva ao operador deste serviço.",
  page_ramp_off: "Este serviço não vende bitcoins.",
  page_refused: "A página não conseguiu fazer isto. Volte atrás, recarregue-a e tente de novo.",
  page_restarting: "O serviço está a reiniciar. Esta página carrega sozinha dentro de alguns segundos.",
  page_restarting_title: "Um momento",
  page_web_off: "Este serviço não mostra esta página.",
  page_wrong: "Algo correu mal",
};
