import type { ProcessorPayment } from "../model/ports.ts";

/** Of a payment that waits for its first card. */
export const WAITING = {
  state: "waiting",
  declined: undefined,
  declines: 0,
  refund: "none",
  dispute: "none",
  fee: undefined,
  card: undefined,
} as const satisfies Partial<ProcessorPayment>;
