import type { claim as english } from "../en/claim.ts";
import type { Translated } from "../message.ts";

export const claim: Translated<typeof english> = {
  claim_account_blocked: "Tu cuenta aquí está bloqueada y no puede recibir este dinero.",
  claim_account_get: "Añadirlo a tu cuenta aquí",
  claim_account_login:
    "Inicia sesión o crea una cuenta con una dirección de correo; después vuelves a esta página. Una cuenta recibe el importe completo.",
  claim_account_of: "Has iniciado sesión como {gamertag}. Tu cuenta recibe el importe completo.",
  claim_bitcoin: "Un bitcoin son {sats} sat.",
  claim_cash: "El enlace de esta página es como dinero en efectivo: quien lo tiene puede recibir el dinero.",
  claim_expired_title: "{amount}: caducado",
  claim_expired_what:
    "Este dinero estuvo aquí hasta el {time} y ahora lo vuelve a tener el remitente. Si todavía lo esperas, pide al remitente un enlace nuevo.",
  claim_failed_title: "Sin respuesta",
  claim_failed_what: "El servicio no responde en este momento. Esta página lo vuelve a intentar sola.",
  claim_fee:
    "Una cartera Lightning recibe {amount}. Los otros {kept} son para la comisión del pago; lo que sobra vuelve al remitente.",
  claim_fee_none: "Una cartera Lightning recibe el importe completo.",
  claim_foot: "Esta página es de {host}.",
  claim_from: "De {sender}",
  claim_is: "Es bitcoin.",
  claim_is_worth: "Es bitcoin y vale {worth}.",
  claim_not_blocked: "No se ha añadido nada: tu cuenta está bloqueada.",
  claim_not_logged_out: "No se ha añadido nada: tu sesión ha terminado. Inicia sesión y pulsa otra vez.",
  claim_not_max: "No se ha añadido nada: por su nivel, a tu cuenta solo le caben {amount} más.",
  claim_not_paused:
    "No se ha añadido nada: el servicio tiene los pagos en pausa. Inténtalo de nuevo dentro de un minuto.",
  claim_not_sent: "No ha funcionado. Pulsa otra vez o recarga esta página.",
  claim_not_wallet: "No se ha añadido nada: solo una cartera Lightning puede recibir este dinero.",
  claim_on_way_title: "{amount} en camino",
  claim_on_way_what:
    "El dinero se está pagando a una cartera. No tienes que hacer nada: esta página te avisa cuando llegue.",
  claim_open_wallet: "Abrir en una cartera de este dispositivo",
  claim_paused:
    "Este servicio no envía nada por el momento, así que nadie puede obtener este dinero ahora. Está seguro; esta página te avisa en cuanto se pueda obtener de nuevo.",
  claim_redeemed_title: "{amount}: ya cobrado",
  claim_redeemed_what: "Fue el {time}. Si fuiste tú, el dinero está en tu cartera; si no, pregunta al remitente.",
  claim_revoked_title: "{amount}: anulado",
  claim_revoked_what:
    "Lo anuló el remitente el {time}. Si todavía esperas este dinero, pide al remitente un enlace nuevo.",
  claim_scan: "O escanea esto con una cartera Lightning",
  claim_script_allow: "Activa JavaScript para esta página o abre el enlace en otro navegador.",
  claim_script_why:
    "Esta página necesita JavaScript. Lo que va detrás del # de su dirección da acceso al dinero, y sin un script tu navegador no envía esa parte.",
  claim_small: "Es demasiado poco para pagarlo por Lightning.",
  claim_small_ask: "Es demasiado poco para pagarlo por Lightning. Pregunta al remitente.",
  claim_title: "Dinero para ti",
  claim_title_open: "{amount} para ti",
  claim_too_many_title: "Demasiados enlaces desconocidos",
  claim_too_many_what:
    "Desde tu red se han abierto muchos enlaces que no llevan a ningún dinero. Inténtalo dentro de una hora. Un enlace correcto sigue funcionando.",
  claim_unknown_title: "Enlace desconocido",
  claim_unknown_what:
    "Este enlace no lleva a ningún dinero. Comprueba que lo has copiado entero: después del # van 22 caracteres.",
  claim_until: "Puedes recibirlo hasta el {time}. Después vuelve al remitente.",
  claim_wallets: "Cualquier cartera Lightning puede recibirlo; en las tiendas de aplicaciones hay muchas gratuitas.",
  claim_what: "¿Qué es esto?",
  claim_worth_about: "alrededor de {worth}",
  claim_worth_less: "menos de {worth}",
  claim_worth_made_up: "{worth} al precio inventado de esta red de prueba",
  claim_yours_go: "Ir a tu cartera",
  claim_yours_title: "{amount} en tu cuenta",
  claim_yours_what: "Tu cartera de aquí lo muestra y lo envía a cualquier cartera Lightning cuando quieras.",
};
