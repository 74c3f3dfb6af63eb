import type { consent as english } from "../en/consent.ts";
import type { Translated } from "../message.ts";

export const consent: Translated<typeof english> = {
  apps_allowed: "Desde {since}; permitida pela última vez em {last}.",
  apps_disconnect: "Desligar",
  apps_disconnect_one: "Desligar {app}",
  apps_ended: "A aplicação está desligada. Já não tem acesso.",
  apps_lead: "Aplicações em que iniciou sessão com esta conta. Nenhuma delas pode pagar ou levantar dinheiro.",
  apps_none: "Ainda não há nenhuma. Aparece aqui uma quando inicia sessão nela e permite o que ela pede.",
  apps_title: "Aplicações ligadas",
  apps_unknown: "Essa aplicação já não existe aqui.",
  consent_allow: "Permitir",
  consent_deny: "Não permitir",
  consent_expired:
    "Este início de sessão terminou ou pertence a outro navegador. Volte à aplicação e inicie sessão de novo.",
  consent_lead: "{app} vai poder:",
  consent_only_who: "Fica a saber que é a sua conta, e mais nada.",
  consent_place: "Depois volta a {place}.",
  consent_place_app: "Depois volta à aplicação {place}.",
  consent_safe:
    "Não tem acesso ao seu dinheiro: não pode pagar nem levantar. Pode anular isto a qualquer momento na página da sua conta.",
  consent_switch: "Usar outra conta",
  consent_title: "Iniciar sessão em {app}?",
  consent_you: "A sua conta é {gamertag}, {email}.",
  logout_done_title: "A sessão terminou",
  logout_done_what: "Pode fechar esta página.",
  logout_stay: "Manter a sessão",
  logout_title: "Terminar sessão?",
  logout_what: "A aplicação que usou pede para terminar a sessão também aqui.",
  logout_yes: "Terminar sessão",
  protocol_title: "O início de sessão não pode continuar",
  protocol_what:
    "A aplicação enviou-o para aqui com um pedido que não é válido, por isso não recebe resposta. É um erro da aplicação: diga a quem a faz o que está escrito abaixo.",
  scope_email: "Ver o seu endereço de e-mail",
  scope_openid: "Reconhecer a sua conta",
  scope_profile: "Ver o seu gamertag e a sua imagem",
  scope_user: "Ver o seu perfil: gamertag, imagem, endereço de e-mail, descrição, ligações e endereço Lightning",
  scope_wallet: "Ver o seu saldo e os seus limites: o que ainda pode enviar e receber",
};
