import type { notices as english } from "../en/notices.ts";
import type { Translated } from "../message.ts";

export const notices: Translated<typeof english> = {
  notice_email_not_you: "Si no has sido tú, escribe al operador de {host}.",
  notice_email_subject: "Tu cuenta tiene otra dirección de correo",
  notice_email_what:
    "La cuenta en {host} que tenía esta dirección tiene otra desde el {time}. Los códigos para iniciar sesión se envían allí.",
  notice_lightning_key_added: "Se ha añadido una cartera Lightning para iniciar sesión.",
  notice_lightning_key_removed: "Se ha quitado una cartera Lightning.",
  notice_login_not_you:
    "¿No has sido tú? Inicia sesión ahora, quita lo que no conozcas y cierra todas las demás sesiones. La página muestra qué ha pasado últimamente.",
  notice_login_subject: "Ha cambiado tu inicio de sesión",
  notice_login_when: "Cuándo: {time}",
  notice_passkey_added: "Se ha añadido una llave de acceso.",
  notice_passkey_copied:
    "Se ha rechazado una llave de acceso: su contador ha retrocedido, así que puede haber una copia. Quítala si no sabes por qué.",
  notice_passkey_removed: "Se ha quitado una llave de acceso.",
  notice_password_removed: "Se ha quitado la contraseña.",
  notice_password_set: "Se ha puesto o cambiado una contraseña.",
  notice_recovery_code_used: "Se ha usado un código de recuperación en lugar de la aplicación de autenticación.",
  notice_recovery_codes_made: "Se han creado códigos de recuperación nuevos. Los anteriores ya no valen.",
  notice_totp_added:
    "Se ha configurado una aplicación de autenticación. Desde ahora se pide en cada inicio de sesión sin llave de acceso.",
  notice_totp_removed: "Se ha quitado la aplicación de autenticación y, con ella, los códigos de recuperación.",
};
