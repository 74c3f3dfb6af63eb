import type { Reached } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Log } from "#platform/log.ts";
import { OperatorError } from "#platform/operator-error.ts";
import type { ChosenProcessor, PaymentProcessor, ProcessorPayment } from "../model/ports.ts";
import { type Purchase, referenceOf } from "../model/purchase.ts";

export type AtProcessorDeps = {
  readonly processor: ChosenProcessor;
  readonly log: Log;
  readonly journal: Pick<Journal, "append">;
  readonly reached: Reached;
};
type Call = (processor: PaymentProcessor, reference: string) => Promise<ProcessorPayment>;

/** The processor of the settings, by its name; undefined: none is set. */
export type SetProcessor = () => Pick<PaymentProcessor, "name"> | undefined;

/** Another processor is set than the one of the purchase, or none. */
export function isLost({ processor }: { readonly processor: SetProcessor }, purchase: Purchase): boolean {
  return processor()?.name !== purchase.processor;
}

/**
 * For what an operator says in place of a processor.
 * @throws {OperatorError} while the one of the purchase is set: it is asked.
 */
export function requireLost(deps: { readonly processor: SetProcessor }, purchase: Purchase): void {
  if (isLost(deps, purchase)) return;
  throw new OperatorError(
    `purchase ${purchase.id} belongs to the processor that is set (${purchase.processor}), which is asked about it`,
    "Nothing was changed. What you do in the processor's dashboard is seen; the purchase goes on by that.",
  );
}

/**
 * What the processor says of a purchase; undefined when it says nothing that can be trusted, and while no payment is
 * known to be begun
 * there: it may be begun at this moment.
 */
export async function atProcessor(
  deps: AtProcessorDeps,
  purchase: Purchase,
  call: Call,
): Promise<ProcessorPayment | undefined> {
  const processor = deps.processor();
  const reference = referenceOf(purchase);
  if (reference === undefined) return undefined;
  if (processor === undefined || isLost(deps, purchase)) {
    deps.log.error({ purchase: purchase.id, processor: purchase.processor }, "ramp.processor_lost");
    return undefined;
  }
  try {
    const answer = await call(processor, reference);
    if (answer.reference !== reference)
      throw new Error(`the processor answered purchase ${purchase.id} with another payment`);
    await deps.reached("after-ramp-call");
    return answer;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.warn({ purchase: purchase.id, code: error.code }, "ramp.processor_failed");
    return undefined;
  }
}
