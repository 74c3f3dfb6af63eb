export { type Amount, msats, sats } from "./amounts.ts";
export type { Charges, CreateCharge } from "./charges.ts";
export { type ClientOptions, createClient, type Leyden } from "./client.ts";
export {
  type ClientErrorCode,
  type Issue,
  LeydenError,
  type LeydenErrorCode,
  type Money,
  type ServerErrorCode,
} from "./errors.ts";
export type { CallOptions, Page, PageOptions, WriteOptions } from "./http.ts";
export type { Fetch } from "./machine.ts";
export type { Charge, FinalPayment, Payment, Wallet } from "./objects.ts";
export type { components, operations, paths } from "./openapi.ts";
export type { PayLightningAddress, Payments, PayOptions } from "./payments.ts";
export type { UntilFinalOptions } from "./until-final.ts";
export {
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
  type WebhookErrorCode,
  type WebhookHeaders,
} from "./verify-webhook.ts";
export type { Wallets } from "./wallet.ts";
