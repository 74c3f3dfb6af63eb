import type { MailServerAnswer } from "#adapters/mail/choose.ts";
import type { FailingEndpoint } from "#events";
import type { Sight } from "#platform/outbound/look-from-here.ts";
import { about, type Fact, type Finding, ok, warning, wrong } from "./finding.ts";
import { counted, listed } from "./words.ts";

export type OutsideFacts = {
  readonly mail: MailFacts | undefined;
  readonly address: AddressFacts;
  readonly trustedProxies: number;
  readonly endpoints: Fact<readonly FailingEndpoint[]>;
  /** Until when the certificate of LEYDEN_NODE_CERT is good; undefined: there is none. */
  readonly nodeCertificate: Fact<Date> | undefined;
  /** The money is real; undefined: it is not known. */
  readonly isLive: boolean | undefined;
  readonly now: Date;
};

export type MailFacts = { readonly host: string; readonly port: number; readonly answer: Fact<MailServerAnswer> };

export type AddressFacts = {
  readonly url: URL;
  /** LEYDEN_BASE_URL is set. */
  readonly isSet: boolean;
  /** Undefined: not asked, because no service runs. */
  readonly sight: Fact<Sight> | undefined;
  /** Until when its certificate is good; undefined: it has none, or was not asked. */
  readonly certificate: Fact<Date> | undefined;
};

/** Whether those outside reach us, and we reach them. */
export function checkOutside(facts: OutsideFacts): readonly Finding[] {
  const { address, endpoints, nodeCertificate, now } = facts;
  return [
    ...mail(facts),
    ...baseUrl(facts),
    ...proxies(facts),
    ...(address.certificate === undefined ? [] : certificate("certificate", address.certificate, now)),
    ...(nodeCertificate === undefined ? [] : certificate("node certificate", nodeCertificate, now)),
    ...about("webhooks", endpoints, (failing) => [webhooks(failing)]),
  ];
}

const NO_ANSWER = {
  aborted: "it was not asked to the end",
  timeout: "it does not answer in time",
  connect: "no connection to it can be made",
  tls: "its certificate is not trusted, or it has no TLS",
  protocol: "what answers there speaks no SMTP",
} as const;

function mail({ mail: facts, isLive }: OutsideFacts): readonly Finding[] {
  if (facts === undefined) {
    const says = "none is sent: LEYDEN_SMTP_URL is not set";
    if (isLive === false) return [ok("mail", says)];
    return [warning("mail", `${says}; no user can log in, and no voucher is mailed`, "set it, and LEYDEN_MAIL_FROM")];
  }
  const server = `${facts.host}:${facts.port}`;
  return about("mail", facts.answer, (answer) => {
    switch (answer.kind) {
      case "ready":
        return [ok("mail", `${server} takes mails`)];
      case "refused":
        return [
          wrong("mail", `${server} refuses us with ${answer.reply}`, "check user and password in LEYDEN_SMTP_URL"),
        ];
      case "no_answer":
        return [
          wrong("mail", `${server}: ${NO_ANSWER[answer.reason]}`, "check LEYDEN_SMTP_URL, and see that server's log"),
        ];
    }
  });
}

const SILENT = {
  timeout: "does not answer in time",
  connect: "cannot be connected to",
  dns: "has no address: its name is not known",
  tls: "has a certificate that is not trusted, or of another name",
  too_large: "answers something else than this service",
  redirect: "leads elsewhere",
  protocol: "answers something else than HTTP",
  aborted: "was not asked to the end",
} as const;

function baseUrl({ address, isLive }: OutsideFacts): readonly Finding[] {
  const { url, isSet, sight } = address;
  if (!isSet) {
    const says = `${url.origin}: for this machine alone, because LEYDEN_BASE_URL is not set`;
    if (isLive === false) return [ok("base URL", says)];
    return [warning("base URL", says, "set it to the https address of your reverse proxy")];
  }
  if (url.protocol !== "https:" && isLive !== false)
    return [wrong("base URL", `${url.origin} has no TLS: keys cross the network in clear`, "docs/reverse-proxy.md")];
  if (sight === undefined)
    return [
      warning("base URL", `${url.origin} was not asked: no service runs`, "start the service, and run this again"),
    ];
  return about("base URL", sight, (seen) => [reach(url, seen)]);
}

function reach({ origin }: URL, { from, answer }: Sight): Finding {
  const todo = "see the log of the reverse proxy, and docs/reverse-proxy.md";
  if (answer.kind === "silent") return wrong("base URL", `${origin} ${SILENT[answer.reason]}`, todo);
  if (!isAlive(answer))
    return wrong("base URL", `${origin} answers ${answer.status}, and not as this service does`, todo);
  return from === "outside"
    ? ok("base URL", `${origin} answers at its public address`)
    : ok(
        "base URL",
        `${origin} answers; its address is of this machine or its network, so that others reach it cannot be seen from here`,
      );
}

/** What `/healthz` answers. */
function isAlive({ status, body }: { readonly status: number; readonly body: Uint8Array }): boolean {
  if (status !== 200) return false;
  try {
    const answer = JSON.parse(new TextDecoder().decode(body)) as { readonly data?: { readonly status?: unknown } };
    return answer.data?.status === "alive";
  } catch {
    return false;
  }
}

function proxies({ address: { url, isSet }, trustedProxies }: OutsideFacts): readonly Finding[] {
  if (!isSet || url.protocol !== "https:") return [];
  if (trustedProxies > 0) return [ok("proxies", `${counted(trustedProxies, "network")} trusted`)];
  return [
    warning(
      "proxies",
      "none is trusted although the base URL is https: all callers seem to have one address, and share its limits",
      "name the reverse proxy in LEYDEN_TRUSTED_PROXIES",
    ),
  ];
}

const DAY_MS = 86_400_000;
/** Programs that renew certificates do so 30 days before the end. */
const CERTIFICATE_DAYS_MIN = 14;

function certificate(name: string, end: Fact<Date>, now: Date): readonly Finding[] {
  return about(name, end, (until) => {
    const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS);
    const says = `good until ${until.toISOString().slice(0, 10)}, ${counted(days, "day")}`;
    const todo = "renew it; see why that did not happen by itself";
    if (days < 0) return [wrong(name, `ended on ${until.toISOString().slice(0, 10)}`, todo)];
    return [days < CERTIFICATE_DAYS_MIN ? warning(name, says, todo) : ok(name, says)];
  });
}

function webhooks(failing: readonly FailingEndpoint[]): Finding {
  if (failing.length === 0) return ok("webhooks", "every endpoint takes its events");
  const whose = failing.map(
    ({ host, ownerId, waiting, failed }) => `${host} of project ${ownerId} (${waiting + failed} events)`,
  );
  return warning(
    "webhooks",
    `${counted(failing.length, "endpoint fails", "endpoints fail")} again and again: ${listed(whose)}`,
    "inform the project: its endpoint has to answer with 2xx; `GET /v0/events/{id}/attempts` has what it answered",
  );
}
