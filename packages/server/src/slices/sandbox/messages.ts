import { timingSafeEqual } from "node:crypto";
import type { Clock } from "#kernel/clock.ts";
import type { Sealer } from "#platform/secrets/seal.ts";
import { type ProcessorEvent, type ProcessorMessage, WebhookRefused } from "#ramp";

type Deps = { readonly clock: Pick<Clock, "now">; readonly sealer: Pick<Sealer, "mac"> };

const SIGNATURE_HEADER = "sandbox-signature";
/** As Stripe's: how old, or how far ahead, the time of a signature may be. */
const TOLERANCE_SECONDS = 300;
const BODY_BYTES_MAX = 4_096;
const SIGNATURE = /^t=([0-9]{1,11}),v1=([0-9a-f]{64})$/;

/** A message of the sandbox about a change, as it would come over HTTP. */
export function signMessage({ clock, sealer }: Deps, event: ProcessorEvent): ProcessorMessage {
  const seconds = String(Math.floor(clock.now().getTime() / 1000));
  const body = JSON.stringify(event);
  const signature = Buffer.from(macOf(sealer, seconds, body)).toString("hex");
  return { body: Buffer.from(body), headers: { [SIGNATURE_HEADER]: `t=${seconds},v1=${signature}` } };
}

/** @throws {WebhookRefused} when the sandbox did not sign these bytes in the last five minutes. */
export function readMessage({ clock, sealer }: Deps, { body, headers }: ProcessorMessage): ProcessorEvent {
  const header = headers[SIGNATURE_HEADER];
  const [, seconds, signature] = SIGNATURE.exec(typeof header === "string" ? header : "") ?? [];
  if (seconds === undefined || signature === undefined || body.length > BODY_BYTES_MAX) throw new WebhookRefused();
  const text = Buffer.from(body).toString("utf8");
  if (!timingSafeEqual(Buffer.from(signature, "hex"), macOf(sealer, seconds, text))) throw new WebhookRefused();
  if (Math.abs(clock.now().getTime() / 1000 - Number(seconds)) > TOLERANCE_SECONDS) throw new WebhookRefused();
  return JSON.parse(text) as ProcessorEvent; // we wrote it: the signature says so
}

function macOf(sealer: Pick<Sealer, "mac">, seconds: string, body: string): Uint8Array {
  return sealer.mac(`${seconds}.${body}`, "sandbox webhook");
}
