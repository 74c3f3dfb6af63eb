export { ProcessorUnavailable, WebhookRefused } from "./model/processor-errors.ts";
export type { PurchaseId, SessionId } from "./model/purchase.ts";
export type {
  BegunIdentity,
  BegunPayment,
  Card,
  IdentityPage,
  IdentityProvider,
  IdentityResult,
  PaymentProcessor,
  ProcessorEvent,
  ProcessorMessage,
  ProcessorOrder,
  ProcessorPage,
  ProcessorPayment,
  Rate,
  Rates,
} from "./port.ts";
