import type { Clock } from "#kernel/clock.ts";
import { type Handed, type Letter, type Mailer, SEND_DEADLINE_MS } from "#mails";

/** A server for outgoing mail, as the operator named it. */
export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /**
   * `always`: TLS from the first byte. `required`: STARTTLS, or nothing is sent. `optional`: STARTTLS where the server
   * has it.
   */
  readonly tls: "always" | "required" | "optional";
  readonly login: { readonly user: string; readonly password: string } | undefined;
  /** Of the header From. */
  readonly from: { readonly name: string; readonly address: string };
  /** Certificate authorities that are trusted instead of the usual ones, as PEM. */
  readonly ca?: string;
};

/** Of one step: the whole has the deadline of a lease. */
const STEP_MS = 10_000;

/** Sends each letter over a connection of its own. */
export function connectSmtp(server: SmtpServer, clock: Clock): Mailer {
  return {
    async send(letter, outer) {
      const transport = await transportTo(server);
      const ended = new AbortController();
      const late = new AbortController();
      void clock.sleep(SEND_DEADLINE_MS, ended.signal).then(() => late.abort());
      try {
        await transport.sendMail({ ...messageOf(letter, server), signal: AbortSignal.any([outer, late.signal]) });
        return { kind: "accepted" };
      } catch (error) {
        return outer.aborted ? { kind: "no_answer", reason: "aborted" } : handedOf(error);
      } finally {
        ended.abort();
      }
    },
  };
}

/** What a server for outgoing mail answers before a mail. */
export type MailServerAnswer = { readonly kind: "ready" } | Exclude<Handed, { readonly kind: "accepted" }>;

/** Greets the server, with TLS and the login as for a mail, and leaves. Nothing is sent. Never throws. */
export async function greetSmtp(server: SmtpServer): Promise<MailServerAnswer> {
  const transport = await transportTo(server);
  try {
    await transport.verify();
    return { kind: "ready" };
  } catch (error) {
    const handed = handedOf(error);
    return handed.kind === "accepted" ? { kind: "ready" } : handed;
  } finally {
    transport.close();
  }
}

/** The library is loaded with the first mail: 39 modules that a service without a mail server does without. */
async function transportTo(server: SmtpServer) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    host: server.host,
    port: server.port,
    secure: server.tls === "always",
    requireTLS: server.tls === "required",
    ...(server.login === undefined ? {} : { auth: { user: server.login.user, pass: server.login.password } }),
    ...(server.ca === undefined ? {} : { tls: { ca: server.ca } }),
    dnsTimeout: STEP_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
}

function messageOf({ id, to, content, unsubscribeUrl }: Letter, { from }: SmtpServer) {
  const host = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    from: { name: from.name, address: from.address },
    to: { name: "", address: to },
    subject: content.subject,
    text: content.text,
    html: content.html,
    messageId: `<${id}@${host}>`,
    headers: {
      "Auto-Submitted": "auto-generated", // RFC 3834: no holiday reply in answer
      ...(unsubscribeUrl === undefined
        ? {}
        : {
            "List-Unsubscribe": `<${unsubscribeUrl}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click", // RFC 8058
          }),
    },
  };
}

/**
 * Replies to RCPT TO that are about us and not about the recipient: TLS or a login is asked for (RFC 4954, section 6).
 */
const ABOUT_LOGIN: readonly number[] = [530, 534, 535, 538];

/**
 * What the library throws, in our words. Only a 5xx to the recipient's address or to the mail itself is final (RFC
 * 5321, section 4.2.1).
 */
function handedOf(error: unknown): Handed {
  const { code, command, responseCode: reply } = error as { code?: string; command?: string; responseCode?: number };
  if (reply !== undefined && reply >= 400) {
    const isAboutMail = command === "RCPT TO" || command === "DATA";
    return { kind: "refused", reply, isFinal: reply >= 500 && isAboutMail && !ABOUT_LOGIN.includes(reply) };
  }
  switch (code) {
    case "EABORT":
    case "ETIMEDOUT":
      return { kind: "no_answer", reason: "timeout" };
    case "ECONNECTION":
    case "ESOCKET":
    case "EDNS":
      return { kind: "no_answer", reason: "connect" };
    case "ETLS":
      return { kind: "no_answer", reason: "tls" };
    default:
      return { kind: "no_answer", reason: "protocol" };
  }
}
