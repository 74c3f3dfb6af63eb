import type { Clock } from "#kernel/clock.ts";
import { type Outbound, OutboundFailed, type OutboundFailureReason } from "#platform/outbound/outbound.ts";
import { signWebhook, webhookKey } from "#protocol/standard-webhook.ts";

/** Where events are forwarded, and what signs them. */
export type Receiver = { readonly url: URL; readonly secret: Uint8Array };

export type Forwarded =
  | { readonly kind: "answered"; readonly status: number; readonly durationMs: number }
  | { readonly kind: "not_answered"; readonly problem: string };

const DEADLINE_MS = 15_000;
/** Of the answer only the status is of use. */
const ANSWER_BYTES_MAX = 16_384;

const PROBLEMS: Record<OutboundFailureReason, string> = {
  timeout: `no answer within ${DEADLINE_MS / 1_000} s`,
  connect: "no answer: the connection failed or broke",
  dns: "no answer: the name of the host is not known",
  tls: "no answer: TLS failed",
  too_large: "no answer: its headers are too long",
  redirect: "a redirect, which is not followed",
  protocol: "no answer in HTTP",
  aborted: "given up",
};

/** Posts an event once, signed as of now: the headers and body that an endpoint of the service gets. */
export async function forwardEvent(
  { outbound, clock }: { readonly outbound: Outbound; readonly clock: Clock },
  { url, secret }: Receiver,
  { id, text }: { readonly id: string; readonly text: string },
  signal: AbortSignal,
): Promise<Forwarded> {
  const startedMs = clock.monotonicMs();
  const signed = signWebhook({ id, at: clock.now(), body: text }, [webhookKey(secret)]);
  const headers = { "content-type": "application/json", ...signed };
  const limits = { maxBytes: ANSWER_BYTES_MAX, longer: "cut", deadlineMs: DEADLINE_MS, redirects: "none" } as const;
  try {
    const { status } = await outbound.request({ url, method: "POST", headers, body: text, ...limits }, signal);
    return { kind: "answered", status, durationMs: Math.round(clock.monotonicMs() - startedMs) };
  } catch (error) {
    if (!(error instanceof OutboundFailed)) throw error;
    return {
      kind: "not_answered",
      problem: isRefused(error) ? "no answer: connection refused" : PROBLEMS[error.reason],
    };
  }
}

/** Nothing listens there, the usual case: the program was not started. */
function isRefused({ cause }: OutboundFailed): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}
