/** Request headers that routes read. */
import { z } from "zod";
import { codec } from "./wire.ts";

/** `Idempotency-Key`: 1 to 255 visible ASCII characters. */
export const idempotencyKey = z
  .string()
  .optional()
  .refine((key) => key === undefined || /^[\x21-\x7e]{1,255}$/.test(key), {
    error: "must be 1 to 255 visible ASCII characters",
  })
  .meta({
    description:
      "Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice.",
    examples: ["order-4711"],
  });

/** Seconds a request waits for its end when the caller does not say, and at most. */
const WAIT_SECONDS = 25;
const WAIT_SECONDS_MAX = 60;

/**
 * `Prefer: wait=N`: seconds to wait for an end, as a number. Preferences that we do not know are ignored (RFC 7240,
 * section 2).
 */
export const preferWait = codec(
  z
    .string()
    .optional()
    .meta({
      description: `\`wait=N\`: answer after at most N seconds (0 to ${WAIT_SECONDS_MAX}, default ${WAIT_SECONDS}) even if the end is not known yet.`,
      examples: ["wait=10"],
    }),
  waitSeconds,
  (seconds) => `wait=${seconds}`,
);

/** The seconds in `prefer`, or the default; what is above the most means the most. */
export function waitSeconds(prefer: string | undefined): number {
  const wait = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i.exec(prefer ?? "")?.[1];
  return wait === undefined ? WAIT_SECONDS : Math.min(Number(wait), WAIT_SECONDS_MAX);
}

const payAnyway = z
  .string()
  .optional()
  .refine((text) => text === undefined || /^[0-9a-fA-F]{64}$/.test(text), {
    error: "must be a payment hash, 64 hexadecimal digits",
  })
  .meta({
    description:
      "After a 409 `maybe_paid`: one of the payment hashes that its `details` name. You say with it that this payment is another one.",
    examples: ["0f2a6b1c9d8e7f60514233241506f7e8d9cabbac9d8e7f605142332415060718"],
  });

/** Headers of a POST that moves money: a schema for `schema.headers`. */
export const moneyPostHeaders = z.object({
  "idempotency-key": idempotencyKey,
  "leyden-pay-anyway": payAnyway,
  prefer: preferWait,
});
/** Headers of any other call that writes. */
export const writeHeaders = z.object({ "idempotency-key": idempotencyKey });
