import type { Part } from "./figure.ts";
import { growth } from "./growth/growth.ts";
import { journal } from "./journal.ts";
import { latency } from "./latency.ts";
import { lnurlCallbacks } from "./lightning/callbacks.ts";
import { lightningPayments } from "./lightning/payments.ts";
import { lightningStarts } from "./lightning/starts.ts";
import { lndPayments } from "./lnd/payments.ts";
import { releaseStarts } from "./release-starts.ts";
import { rowParts } from "./rows.ts";
import { statement } from "./statement.ts";
import { watching } from "./watching.ts";
import { deliveries } from "./webhooks/deliveries.ts";
import { paymentsWithReceiver } from "./webhooks/payments-with-receiver.ts";

/** Everything that is measured, in this order. */
export const PARTS: readonly Part[] = [
  ...rowParts,
  latency,
  journal,
  deliveries,
  paymentsWithReceiver,
  statement,
  watching,
  growth,
  lightningStarts,
  releaseStarts,
  lightningPayments,
  lnurlCallbacks,
  lndPayments,
];
