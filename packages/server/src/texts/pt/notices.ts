import type { notices as english } from "../en/notices.ts";
import type { Translated } from "../message.ts";

export const notices: Translated<typeof english> = {
  notice_archive_over: "O registo da base de dados volta a ser copiado, e a cópia está em dia.",
  notice_archive_over_title: "{host}: o registo volta a ser copiado",
  notice_archive_title: "{host}: o registo não é copiado",
  notice_archive_todo:
    "O log do serviço diz porquê (supervisor.archive_log). `leyden status` mostra a pasta das cópias de segurança.",
  notice_archive_what: "O que foi escrito na base de dados desde {at} não está em nenhuma cópia de segurança.",
  notice_backup_none: "Não há nenhuma cópia de segurança, embora o serviço funcione há mais de um dia.",
  notice_backup_over: "Há uma nova cópia de segurança.",
  notice_backup_over_title: "{host}: as cópias de segurança voltaram a ser feitas",
  notice_backup_title: "{host}: não há cópia de segurança recente",
  notice_backup_todo: "`leyden backup` faz uma e diz o que a impede. `leyden status` mostra a pasta.",
  notice_backup_what: "A cópia mais recente é de {at}. Deveria haver uma por dia.",
  notice_email_by_operator: "Foi o operador de {host} que mudou o endereço. Se não o pediu, escreva-lhe quanto antes.",
  notice_email_given_how: "Se o pediu, inicie sessão aqui:",
  notice_email_given_not_you:
    "Se não o pediu, não inicie sessão e escreva ao operador de {host}: a conta pode ser de outra pessoa. Não dê a ninguém um código que lhe seja enviado.",
  notice_email_given_subject: "A sua conta tem agora este endereço de e-mail",
  notice_email_given_what:
    "O operador de {host} atribuiu este endereço a uma conta em {time}. A partir de agora, os códigos para iniciar sessão chegam aqui. A sessão foi terminada em todos os navegadores e aplicações da conta.",
  notice_email_not_you: "Se não pediu isto, escreva ao operador de {host}.",
  notice_email_subject: "A sua conta tem outro endereço de e-mail",
  notice_email_what:
    "A conta em {host} que tinha este endereço tem outro desde {time}. Os códigos para iniciar sessão são enviados para lá.",
  notice_key_over: "A chave que começa por {prefix} expirou ou foi revogada: qualquer pedido com ela é recusado.",
  notice_key_over_title: "Uma chave de {project} expirou",
  notice_key_title: "Uma chave de {project} expira em breve",
  notice_key_todo:
    "Um membro do projeto cria no painel outra que a substitui; senão, peça-a ao operador de {host}. Coloque-a antes na sua aplicação.",
  notice_key_what: "A chave que começa por {prefix} expira: {at}. A partir daí, qualquer pedido com ela é recusado.",
  notice_lightning_key_added: "Foi adicionada uma carteira Lightning para iniciar sessão.",
  notice_lightning_key_removed: "Foi removida uma carteira Lightning.",
  notice_lightning_over: "Os canais podem enviar de novo mais do que o limite que definiu.",
  notice_lightning_over_title: "{host}: já se pode enviar o suficiente",
  notice_lightning_title: "{host}: pode enviar-se pouco por Lightning",
  notice_lightning_todo:
    "Leve dinheiro aos canais: abra outro, ou peça a alguém que lhe pague. `leyden node show` mostra-os. Até lá, os pagamentos maiores falham.",
  notice_lightning_what: "Os canais do nó podem enviar agora {sendable}. Queria saber quando fosse menos de {limit}.",
  notice_login_not_you:
    "Não o reconhece? Inicie sessão agora, remova o que não conhece e termine todas as outras sessões. A página mostra o que aconteceu recentemente.",
  notice_login_subject: "As suas formas de iniciar sessão mudaram",
  notice_login_when: "Quando: {time}",
  notice_many_subject: {
    one: "{host}: {count} coisa que deve saber",
    other: "{host}: {count} coisas que deve saber",
  },
  notice_on_dashboard: "No painel:",
  notice_passkey_added: "Foi adicionada uma chave de acesso.",
  notice_passkey_copied:
    "Uma chave de acesso foi recusada: o contador dela recuou, por isso pode haver uma cópia. Remova-a se não souber porquê.",
  notice_passkey_removed: "Foi removida uma chave de acesso.",
  notice_password_removed: "A palavra-passe foi removida.",
  notice_password_set: "Foi definida ou alterada uma palavra-passe.",
  notice_pause_over:
    "Se não houver outra pausa em vigor, os pagamentos voltam a ser enviados. `leyden pauses` mostra as que estão em vigor.",
  notice_pause_over_title: "{host}: a pausa {kind} terminou",
  notice_pause_title: "{host}: o envio está em pausa ({kind})",
  notice_pause_todo_audit:
    "Execute `leyden audit`: diz o que não bate certo. Quando a causa estiver resolvida e nada do dinheiro estiver BROKEN: `leyden resume --kind audit`.",
  notice_pause_todo_foreign_payments:
    "O nó pagou o que a base de dados não conhece. `leyden restore status` mostra a lista, e `leyden reconcile` explica cada pagamento.",
  notice_pause_todo_journal:
    "Veja o disco do diário: está cheio, só permite leitura, está lento ou não está lá. O envio continua sozinho quando for possível escrever linhas de novo.",
  notice_pause_todo_node_short:
    "Descubra o que falta com `leyden audit`. Quando o nó tiver o suficiente: `leyden resume --kind node_short`.",
  notice_pause_todo_node_went_back:
    "O nó esqueceu pagamentos. Descubra o que perdeu com `leyden audit`, e depois: `leyden resume --kind node_went_back`.",
  notice_pause_todo_operator: "Foi um dos operadores que a ativou. Com `leyden resume` o envio continua.",
  notice_pause_todo_restore:
    "A base de dados foi reposta. `leyden restore status` diz, passo a passo, o que falta fazer.",
  notice_pause_what: "Não é enviado nenhum pagamento desde {since}. A receção continua. O motivo ({kind}): {reason}",
  notice_recovery_code_used: "Foi usado um código de recuperação em vez da aplicação de autenticação.",
  notice_recovery_codes_made: "Foram criados novos códigos de recuperação. Os anteriores já não valem.",
  notice_stop_over: "Já se pode pagar de novo. O que foi recusado nesse tempo pode ser pedido outra vez.",
  notice_stop_over_title: "{host}: os pagamentos voltaram a ser enviados",
  notice_stop_title: "{host}: por agora não são enviados pagamentos",
  notice_stop_todo:
    "Não precisa de fazer nada: o operador já sabe. A sua aplicação recebe 503 com o código sending_paused e pode tentar mais tarde com a mesma chave de idempotência.",
  notice_stop_what:
    "O serviço não envia pagamentos desde {since}, de nenhum projeto. Os pagamentos chegam como antes, e o que está em curso é concluído.",
  notice_totp_added:
    "Foi configurada uma aplicação de autenticação. A partir de agora é pedida em cada início de sessão sem chave de acesso.",
  notice_totp_removed: "A aplicação de autenticação foi removida e, com ela, os códigos de recuperação.",
  notice_wallet_over: "Volta a ter, pelo menos, o limite que definiu.",
  notice_wallet_over_title: "A carteira de {project} tem de novo o suficiente",
  notice_wallet_title: "A carteira de {project} tem pouco dinheiro",
  notice_wallet_todo:
    "Coloque dinheiro: no painel, um membro do projeto obtém uma fatura para isso com «Top up». Ou crie uma fatura (charge) com a sua chave e pague-a, ou pague para o endereço Lightning do projeto. Os pagamentos maiores do que o que há são recusados.",
  notice_wallet_what: "Tem {balance}. Queria saber quando fosse menos de {limit}.",
  notice_webhook_endpoint: "O id do endpoint: {id}",
  notice_webhook_off_over: "O endpoint em {host} está ativado de novo, ou foi removido.",
  notice_webhook_off_over_title: "Um webhook de {project} está ativo de novo",
  notice_webhook_off_title: "Um webhook de {project} foi desativado",
  notice_webhook_off_todo:
    "Já não é enviado para lá nenhum evento. Quando o recetor aceitar eventos, ative de novo o endpoint e reenvie o que faltou.",
  notice_webhook_off_what: "O endpoint em {host} não recebe eventos desde {since}. O motivo: {reason}",
  notice_webhook_over:
    "Em {host} já não há nenhum evento à espera que não tenha sido aceite. A lista de eventos mostra quais foram entregues e quais foram abandonados.",
  notice_webhook_over_title: "O webhook de {project} já não falha",
  notice_webhook_silent: "{host} não aceita eventos desde {since}. A última tentativa ficou sem resposta.",
  notice_webhook_title: "O webhook de {project} falha",
  notice_webhook_todo:
    "Faça com que o recetor responda com um estado de 200 a 299. Cada evento é tentado durante cerca de três dias; depois, peça-o de novo (POST /v0/events/resend-failed).",
  notice_webhook_what: "{host} não aceita eventos desde {since}. A última resposta teve o estado {status}.",
  notice_why_contact:
    "Recebe este e-mail porque este endereço é o contacto de {projects} em {host}. Um proprietário do projeto pode mudar isso no painel, e o operador também.",
  notice_why_operator: "Recebe este e-mail porque LEYDEN_OPERATOR_EMAIL de {host} indica este endereço.",
};
