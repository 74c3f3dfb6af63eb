import type { pages as english } from "../en/pages.ts";
import type { Translated } from "../message.ts";

export const pages: Translated<typeof english> = {
  page_again: "Abre el enlace otra vez dentro de un minuto.",
  page_busy: "El servicio no puede hacerlo en este momento.",
  page_failed: "No ha funcionado",
  page_form_cookie: "El navegador no ha enviado ninguna cookie. Permite las cookies de {origin} e inténtalo de nuevo.",
  page_form_here: "Este formulario solo se acepta desde páginas de {origin}. Abre la página allí.",
  page_form_old: "Este formulario es demasiado antiguo. Vuelve atrás, recarga la página y envíalo otra vez.",
  page_form_site: "Este formulario se ha enviado desde otro sitio. Abre la página aquí y envíalo otra vez.",
  page_home: "{name} paga a personas en bitcoin por Lightning, para las aplicaciones que usan este servicio.",
  page_home_account: "Tu dinero, tu gamertag, formas de iniciar sesión, sesiones",
  page_home_developers: "Para desarrolladores",
  page_home_login: "Con una dirección de correo y el código de un mensaje",
  page_home_monitors: "Para la supervisión",
  page_home_people: "Para personas con una cuenta",
  page_home_wallet: "Recibir, enviar, ver lo que pasó; se puede instalar en el teléfono",
  page_many: "Has pedido demasiado en poco tiempo.",
  page_many_title: "Demasiadas peticiones",
  page_missing: "Esta página no existe.",
  page_missing_title: "No se ha encontrado",
  page_number: "Número de esta petición: {id}",
  page_our_fault:
    "Es un error del servicio, no tuyo. Inténtalo de nuevo; si vuelve a pasar, escribe al operador de este servicio.",
  page_ramp_off: "Este servicio no vende bitcoins.",
  page_refused: "La página no ha podido hacerlo. Vuelve atrás, recárgala e inténtalo otra vez.",
  page_restarting: "El servicio se está reiniciando. Esta página se carga sola dentro de unos segundos.",
  page_restarting_title: "Un momento",
  page_web_off: "Este servicio no muestra esta página.",
  page_wrong: "Algo ha salido mal",
};
