import type { mails as english } from "../en/mails.ts";
import type { Translated } from "../message.ts";

export const mails: Translated<typeof english> = {
  code_app_login:
    "Se ha pedido un inicio de sesión para la aplicación {app}, con una cuenta en {host} y esta dirección.",
  code_buy: "Alguien quiere comprar bitcoin con esta dirección en {app}, a través de {host}.",
  code_change_email: "Una cuenta en {host} va a tener esta dirección.",
  code_how: "Escríbelo en la página que lo pidió, en el mismo navegador. Vale durante 10 minutos y una sola vez.",
  code_lead: "Tu código:",
  code_login: "Se ha pedido un inicio de sesión en una cuenta de {host} con esta dirección.",
  code_never:
    "Nunca te pedimos este código por teléfono, por chat ni por correo. No se lo des a nadie, tampoco a nosotros. Nunca pedimos las palabras de recuperación de una cartera.",
  code_not_you: "Si no has sido tú, no hagas nada: sin el código no pasa nada.",
  code_subject_buy: "{code} es tu código para comprar bitcoin",
  code_subject_change_email: "{code} es tu código para la nueva dirección",
  code_subject_log_in: "{code} es tu código para iniciar sesión",
  code_title: "Tu código",
  code_where: "El código se pide en páginas de {host} y en ningún otro sitio.",
  invitation_developer: "Desarrollador: todo menos los miembros",
  invitation_from: "Te invita",
  invitation_how: "Inicia sesión en esta página con esta dirección de correo y acepta allí la invitación:",
  invitation_operator: "el operador de {host}",
  invitation_owner: "Propietario: todo",
  invitation_project: "Proyecto",
  invitation_role: "Función",
  invitation_title: "Te han invitado a un proyecto en {host}",
  invitation_until: "La invitación vale hasta {time}. Si no sabes de qué se trata, no hagas nada.",
  invitation_viewer: "Observador: solo lectura",
  mail_fact: "{name}: {value}",
  new_login_browser: "Navegador",
  new_login_network: "Red",
  new_login_not_you: "Si no has sido tú, cierra la sesión en todas partes en esta página y cambia cómo inicias sesión.",
  new_login_time: "Cuándo",
  new_login_title: "Un navegador nuevo ha iniciado sesión",
  new_login_what: "Un navegador que tu cuenta en {host} no conocía ha iniciado sesión.",
};
