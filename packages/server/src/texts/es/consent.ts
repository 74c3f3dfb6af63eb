import type { consent as english } from "../en/consent.ts";
import type { Translated } from "../message.ts";

export const consent: Translated<typeof english> = {
  apps_allowed: "Desde el {since}; permitida por última vez el {last}.",
  apps_disconnect: "Desconectar",
  apps_disconnect_one: "Desconectar {app}",
  apps_ended: "La aplicación está desconectada. Ya no tiene acceso.",
  apps_lead: "Aplicaciones en las que has iniciado sesión con esta cuenta. Ninguna puede pagar ni retirar.",
  apps_none: "Ninguna todavía. Aparece una aquí cuando inicias sesión en ella y permites lo que pide.",
  apps_title: "Aplicaciones conectadas",
  apps_unknown: "Esa aplicación ya no está.",
  consent_allow: "Permitir",
  consent_deny: "No permitir",
  consent_expired:
    "Este inicio de sesión ha terminado o es de otro navegador. Vuelve a la aplicación e inicia sesión otra vez.",
  consent_lead: "{app} podrá:",
  consent_only_who: "Sabrá que eres tú, y nada más.",
  consent_place: "Después vuelves a {place}.",
  consent_place_app: "Después vuelves a la aplicación {place}.",
  consent_safe:
    "No tendrá acceso a tu dinero: no puede pagar ni retirar. Puedes anularlo cuando quieras en la página de tu cuenta.",
  consent_switch: "Usar otra cuenta",
  consent_title: "¿Iniciar sesión en {app}?",
  consent_you: "Eres {gamertag}, {email}.",
  logout_done_title: "Has cerrado la sesión",
  logout_done_what: "Puedes cerrar esta página.",
  logout_stay: "Seguir con la sesión",
  logout_title: "¿Cerrar sesión?",
  logout_what: "La aplicación que has usado pide cerrar tu sesión también aquí.",
  logout_yes: "Cerrar sesión",
  protocol_title: "El inicio de sesión no puede continuar",
  protocol_what:
    "La aplicación te ha enviado aquí con una petición que no es válida, por eso no recibe respuesta. Es un error de la aplicación: cuenta a quienes la hacen lo que pone abajo.",
  scope_email: "Ver tu dirección de correo",
  scope_openid: "Reconocerte",
  scope_profile: "Ver tu gamertag y tu imagen",
  scope_user: "Ver tu perfil: gamertag, imagen, dirección de correo, descripción, enlaces y dirección Lightning",
  scope_wallet: "Ver tu saldo y tus límites: lo que todavía puedes enviar y recibir",
};
