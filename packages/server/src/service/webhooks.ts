import { EVENT_TYPES, type EventType } from "#events";
import type { Webhook } from "#platform/http/openapi.ts";
import { eventBody, exampleBody, TEST_DATA, testDataSchema } from "#slices/events/routes.ts";
import * as payments from "#slices/payments/routes.ts";
import * as receiving from "#slices/receiving/routes.ts";
import * as restore from "#slices/restore/routes.ts";
import * as vouchers from "#slices/vouchers/routes.ts";

type Data = { readonly schema: Parameters<typeof eventBody>[1]; readonly example: unknown; readonly sequence: number };

type RampEvent = Extract<EventType, `ramp.${string}`>;

/** `data` of each type of event: what the reference of its slice shows. */
type Events<Type extends EventType> = Readonly<Record<Type, Data>>;
export type RampEvents = Events<RampEvent>;

const EVENTS: Events<Exclude<EventType, RampEvent>> = {
  "payment.completed": { schema: payments.paymentSchema, example: payments.EXAMPLE, sequence: 5 },
  "payment.failed": { schema: payments.paymentSchema, example: payments.FAILED, sequence: 3 },
  "charge.completed": { schema: receiving.chargeSchema, example: receiving.COMPLETED, sequence: 2 },
  "charge.expired": { schema: receiving.chargeSchema, example: receiving.EXPIRED, sequence: 2 },
  "receipt.credited": { schema: receiving.receiptSchema, example: receiving.RECEIPT, sequence: 1 },
  "voucher.redeemed": { schema: vouchers.voucherSchema, example: vouchers.REDEEMED, sequence: 2 },
  "voucher.revoked": { schema: vouchers.voucherSchema, example: vouchers.REVOKED, sequence: 2 },
  "voucher.expired": { schema: vouchers.voucherSchema, example: vouchers.EXPIRED, sequence: 2 },
  "withdrawal.completed": { schema: vouchers.withdrawalSchema, example: vouchers.COMPLETED_WITHDRAWAL, sequence: 3 },
  "withdrawal.expired": { schema: vouchers.withdrawalSchema, example: vouchers.EXPIRED_WITHDRAWAL, sequence: 2 },
  "service.restored": { schema: restore.restoredSchema, example: restore.RESTORED, sequence: 1 },
  "webhook.test": { schema: testDataSchema, example: TEST_DATA, sequence: 1 },
};

/**
 * Every type of event, in the order of the catalogue, as endpoints get it; those of the on-ramp where bitcoin is sold.
 */
export function webhooksOf(ramp: { readonly RAMP_EVENTS: RampEvents } | undefined): readonly Webhook[] {
  const events: Partial<Events<EventType>> = { ...EVENTS, ...ramp?.RAMP_EVENTS };
  return (Object.keys(EVENT_TYPES) as EventType[]).flatMap((type) => {
    const data = events[type];
    if (data === undefined) return [];
    const { schema, example, sequence } = data;
    const description = EVENT_TYPES[type];
    return [{ type, description, body: eventBody(type, schema), example: exampleBody(type, example, sequence) }];
  });
}
