import { AppError } from "#kernel/errors.ts";
import type { PaymentProcessor, ProcessorPayment } from "../model/ports.ts";
import type { Purchase } from "../model/purchase.ts";
import type { SellDeps } from "./apply-step.ts";

type Deps = Pick<SellDeps, "processor" | "log" | "reached">;
type Call = (processor: PaymentProcessor, reference: string) => Promise<ProcessorPayment>;

/** What the processor says of a purchase; undefined when it says nothing that can be trusted. */
export async function atProcessor(deps: Deps, purchase: Purchase, call: Call): Promise<ProcessorPayment | undefined> {
  const processor = deps.processor();
  const { reference } = purchase;
  if (reference === undefined) return undefined;
  if (processor === undefined || processor.name !== purchase.processor) {
    deps.log.error({ purchase: purchase.id, processor: purchase.processor }, "ramp.processor_missing");
    return undefined;
  }
  try {
    const answer = await call(processor, reference);
    await deps.reached("after-ramp-call");
    return answer;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.warn({ purchase: purchase.id, code: error.code }, "ramp.processor_failed");
    return undefined;
  }
}

/** Gives up what the card's bank may have authorized. Undefined when that is not proved. */
export async function cancelAtProcessor(deps: Deps, purchase: Purchase): Promise<ProcessorPayment | undefined> {
  if (purchase.reference === undefined) return undefined; // it may be begun at this moment
  const payment = await atProcessor(deps, purchase, (processor, reference) => processor.cancel(reference, purchase.id));
  return payment?.state === "canceled" ? payment : undefined;
}
