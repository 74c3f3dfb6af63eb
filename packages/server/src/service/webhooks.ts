import { EVENT_TYPES, type EventType } from "#events";
import type { Webhook } from "#platform/http/openapi.ts";
import { eventBody, exampleBody, TEST_DATA, testData } from "#slices/events/routes.ts";
import * as payments from "#slices/payments/routes.ts";
import * as ramp from "#slices/ramp/routes.ts";
import * as receiving from "#slices/receiving/routes.ts";
import * as vouchers from "#slices/vouchers/routes.ts";

type Data = { readonly schema: Parameters<typeof eventBody>[1]; readonly example: unknown; readonly sequence: number };

/** `data` of each type of event: what the reference of its slice shows. */
const DATA: Readonly<Record<EventType, Data>> = {
  "payment.completed": { schema: payments.payment, example: payments.EXAMPLE, sequence: 5 },
  "payment.failed": { schema: payments.payment, example: payments.FAILED, sequence: 3 },
  "charge.completed": { schema: receiving.charge, example: receiving.COMPLETED, sequence: 2 },
  "charge.expired": { schema: receiving.charge, example: receiving.EXPIRED, sequence: 2 },
  "receipt.credited": { schema: receiving.receipt, example: receiving.RECEIPT, sequence: 1 },
  "voucher.redeemed": { schema: vouchers.voucher, example: vouchers.REDEEMED, sequence: 2 },
  "voucher.revoked": { schema: vouchers.voucher, example: vouchers.REVOKED, sequence: 2 },
  "voucher.expired": { schema: vouchers.voucher, example: vouchers.EXPIRED, sequence: 2 },
  "withdrawal.completed": { schema: vouchers.withdrawal, example: vouchers.COMPLETED_WITHDRAWAL, sequence: 3 },
  "withdrawal.expired": { schema: vouchers.withdrawal, example: vouchers.EXPIRED_WITHDRAWAL, sequence: 2 },
  "ramp.purchase.completed": { schema: ramp.completedPurchase, example: ramp.COMPLETED, sequence: 7 },
  "ramp.purchase.failed": { schema: ramp.failedPurchase, example: ramp.FAILED, sequence: 8 },
  "ramp.kyc.completed": { schema: ramp.verifiedUser, example: ramp.VERIFIED, sequence: 3 },
  "webhook.test": { schema: testData, example: TEST_DATA, sequence: 1 },
};

/** Every type of event, in the order of the catalogue, as endpoints get it. */
export const WEBHOOKS: readonly Webhook[] = (Object.keys(EVENT_TYPES) as EventType[]).map((type) => {
  const { schema, example, sequence } = DATA[type];
  return {
    type,
    description: EVENT_TYPES[type],
    body: eventBody(type, schema),
    example: exampleBody(type, example, sequence),
  };
});
