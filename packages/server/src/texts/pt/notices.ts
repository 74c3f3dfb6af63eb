import type { notices as english } from "../en/notices.ts";
import type { Translated } from "../message.ts";

export const notices: Translated<typeof english> = {
  notice_email_not_you: "Se não foi você, escreva ao operador de {host}.",
  notice_email_subject: "A sua conta tem outro endereço de e-mail",
  notice_email_what:
    "A conta em {host} que tinha este endereço tem outro desde {time}. Os códigos para iniciar sessão são enviados para lá.",
  notice_lightning_key_added: "Foi adicionada uma carteira Lightning para iniciar sessão.",
  notice_lightning_key_removed: "Foi removida uma carteira Lightning.",
  notice_login_not_you:
    "Não foi você? Inicie sessão agora, remova o que não conhece e termine todas as outras sessões. A página mostra o que aconteceu recentemente.",
  notice_login_subject: "O seu início de sessão foi alterado",
  notice_login_when: "Quando: {time}",
  notice_passkey_added: "Foi adicionada uma chave de acesso.",
  notice_passkey_copied:
    "Uma chave de acesso foi recusada: o contador dela recuou, por isso pode haver uma cópia. Remova-a se não souber porquê.",
  notice_passkey_removed: "Foi removida uma chave de acesso.",
  notice_password_removed: "A palavra-passe foi removida.",
  notice_password_set: "Foi definida ou alterada uma palavra-passe.",
  notice_recovery_code_used: "Foi usado um código de recuperação em vez da aplicação de autenticação.",
  notice_recovery_codes_made: "Foram criados novos códigos de recuperação. Os anteriores já não valem.",
  notice_totp_added:
    "Foi configurada uma aplicação de autenticação. A partir de agora é pedida em cada início de sessão sem chave de acesso.",
  notice_totp_removed: "A aplicação de autenticação foi removida e, com ela, os códigos de recuperação.",
};
