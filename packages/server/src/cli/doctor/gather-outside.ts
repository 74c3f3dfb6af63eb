import { greetMailServer } from "#adapters/mail/choose.ts";
import { listFailingEndpoints } from "#events";
import { certificateFileEnd } from "#platform/machine/certificate-file.ts";
import { lookFromHere, readCertificateEnd } from "#platform/outbound/look-from-here.ts";
import type { Around, FromDb } from "./around.ts";
import { ask } from "./ask.ts";
import type { AddressFacts, MailFacts, OutsideFacts } from "./check-outside.ts";
import type { Fact } from "./finding.ts";

/** From when on a delivery that was given up counts. */
const FAILED_MS = 7 * 86_400_000;
const ENDPOINTS_MAX = 100;
/** Connection, greeting, TLS and login each have a limit of their own. */
const MAIL_MS = 30_000;
/** It is asked a second time where the rules for others' addresses refuse it. */
const ADDRESS_MS = 25_000;

export async function gatherOutside(
  around: Around,
  fromDb: FromDb,
  isLive: boolean | undefined,
): Promise<OutsideFacts> {
  const { config, clock } = around;
  const now = clock.now();
  const since = new Date(now.getTime() - FAILED_MS);
  const [mail, address, endpoints, nodeCertificate] = await Promise.all([
    mailOf(around),
    addressOf(around),
    fromDb((db) => listFailingEndpoints(db, { since, limit: ENDPOINTS_MAX })),
    certificateOf(around),
  ]);
  return { mail, address, trustedProxies: config.trustedProxies.length, endpoints, nodeCertificate, isLive, now };
}

async function mailOf({ config: { smtp, mailFrom }, clock }: Around): Promise<MailFacts | undefined> {
  if (smtp === undefined || mailFrom === undefined) return undefined;
  const answer = await ask(clock, () => greetMailServer({ ...smtp, from: mailFrom }), MAIL_MS);
  return { host: smtp.host, port: smtp.port, answer };
}

async function addressOf({ config, clock, running, outbound }: Around): Promise<AddressFacts> {
  const url = new URL(running?.baseUrl ?? config.baseUrl);
  const isSet = config.publicUrl !== undefined || url.protocol === "https:"; // the service may have other settings
  if (!isSet || running === undefined) return { url, isSet, sight: undefined, certificate: undefined };
  const options = { ownAddresses: config.ownAddresses, clock, ...outbound };
  const [sight, certificate] = await Promise.all([
    ask(clock, () => lookFromHere(new URL("healthz", `${url.href.replace(/\/$/, "")}/`), options), ADDRESS_MS),
    url.protocol === "https:" ? ask(clock, () => readCertificateEnd(url, options)) : undefined,
  ]);
  return { url, isSet, sight, certificate };
}

async function certificateOf({ config: { nodeCert }, clock }: Around): Promise<Fact<Date> | undefined> {
  if (nodeCert === undefined) return undefined;
  return await ask(clock, () => certificateFileEnd(nodeCert));
}
