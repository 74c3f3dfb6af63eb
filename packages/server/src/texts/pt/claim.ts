import type { claim as english } from "../en/claim.ts";
import type { Translated } from "../message.ts";

export const claim: Translated<typeof english> = {
  claim_account_blocked: "A sua conta aqui está bloqueada e não pode receber este dinheiro.",
  claim_account_get: "Adicionar à sua conta aqui",
  claim_account_login:
    "Inicie sessão ou crie uma conta com um endereço de e-mail; depois volta a esta página. Uma conta recebe o valor completo.",
  claim_account_of: "Iniciou sessão como {gamertag}. A sua conta recebe o valor completo.",
  claim_bitcoin: "Um bitcoin são {sats} sat.",
  claim_cash: "A ligação desta página é como dinheiro vivo: quem a tiver pode receber o dinheiro.",
  claim_expired_title: "{amount}: prazo terminado",
  claim_expired_what:
    "Este dinheiro esteve aqui até {time} e agora está de novo com o remetente. Se ainda o espera, peça uma nova ligação ao remetente.",
  claim_failed_title: "Sem resposta",
  claim_failed_what: "O serviço não responde neste momento. Esta página tenta de novo sozinha.",
  claim_fee:
    "Uma carteira Lightning recebe {amount}. Os outros {kept} são para a comissão do pagamento; o que não for preciso volta ao remetente.",
  claim_fee_none: "Uma carteira Lightning recebe o valor completo.",
  claim_foot: "Esta página pertence a {host}.",
  claim_from: "De {sender}",
  claim_is: "É bitcoin.",
  claim_is_worth: "É bitcoin e vale {worth}.",
  claim_not_blocked: "Nada foi adicionado: a sua conta está bloqueada.",
  claim_not_logged_out: "Nada foi adicionado: a sua sessão terminou. Inicie sessão e carregue outra vez.",
  claim_not_max: "Nada foi adicionado: no seu nível, a conta só pode receber mais {amount}.",
  claim_not_paused: "Nada foi adicionado: o serviço tem os pagamentos em pausa. Tente de novo daqui a um minuto.",
  claim_not_sent: "Não resultou. Carregue outra vez ou recarregue esta página.",
  claim_not_wallet: "Nada foi adicionado: só uma carteira Lightning pode receber este dinheiro.",
  claim_on_way_title: "{amount} a caminho",
  claim_on_way_what:
    "O dinheiro está a ser pago a uma carteira. Não tem de fazer nada: esta página mostra quando chegar.",
  claim_open_wallet: "Abrir numa carteira neste dispositivo",
  claim_paused:
    "Este serviço não envia nada de momento, por isso ninguém pode receber este dinheiro agora. Está seguro; esta página mostra-o assim que se possa receber de novo.",
  claim_redeemed_title: "{amount}: já levantado",
  claim_redeemed_what: "Foi em {time}. Se o levantou, o dinheiro está na sua carteira; se não, pergunte ao remetente.",
  claim_revoked_title: "{amount}: anulado",
  claim_revoked_what:
    "Foi o remetente que o anulou, em {time}. Se ainda espera este dinheiro, peça uma nova ligação ao remetente.",
  claim_scan: "Ou leia isto com uma carteira Lightning",
  claim_script_allow: "Ative o JavaScript para esta página ou abra a ligação noutro navegador.",
  claim_script_why:
    "Esta página precisa de JavaScript. O que está depois do # do endereço dá acesso ao dinheiro, e sem script o seu navegador não envia essa parte.",
  claim_small: "É demasiado pouco para ser pago por Lightning.",
  claim_small_ask: "É demasiado pouco para ser pago por Lightning. Pergunte ao remetente.",
  claim_title: "Dinheiro para si",
  claim_title_open: "{amount} para si",
  claim_too_many_title: "Demasiadas ligações desconhecidas",
  claim_too_many_what:
    "Da sua rede foram abertas muitas ligações que não levam a dinheiro nenhum. Tente de novo daqui a uma hora. Uma ligação certa continua a funcionar.",
  claim_unknown_title: "Ligação desconhecida",
  claim_unknown_what: "Esta ligação não leva a dinheiro nenhum. Veja se a copiou toda: depois do # vêm 22 caracteres.",
  claim_until: "Pode recebê-lo até {time}. Depois volta ao remetente.",
  claim_wallets: "Qualquer carteira Lightning pode recebê-lo; nas lojas de aplicações há muitas gratuitas.",
  claim_what: "O que é isto?",
  claim_worth_about: "cerca de {worth}",
  claim_worth_less: "menos de {worth}",
  claim_worth_made_up: "{worth} ao preço inventado desta rede de teste",
  claim_yours_go: "Ir para a sua carteira",
  claim_yours_title: "{amount} na sua conta",
  claim_yours_what: "A sua carteira aqui mostra-o e envia-o para qualquer carteira Lightning quando quiser.",
};
