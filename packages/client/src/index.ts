export { type Amount, msats, sats } from "./amounts.ts";
export type { CallbackHosts, ClaimCallbackHost } from "./callback-hosts.ts";
export type { ChargeFilters, Charges, CreateCharge, CreateGamertagCharge } from "./charges.ts";
export { type ClientOptions, createClient, type Leyden } from "./client.ts";
export type { DecodeInvoice } from "./decode-invoice.ts";
export {
  type ClientErrorCode,
  type Issue,
  LeydenError,
  type LeydenErrorCode,
  type Money,
  type ServerErrorCode,
} from "./errors.ts";
export type { EventFilters, Events, ResendEvent, ResendFailedEvents, StreamEvents } from "./events.ts";
export type { CallOptions, Page, PageOptions, WriteOptions } from "./http.ts";
export type { FetchCharge, LightningAddresses } from "./lightning-address.ts";
export {
  type Authorization,
  type AuthorizationOptions,
  type CodeExchange,
  createLogin,
  type Login,
  type LoginOptions,
} from "./login.ts";
export type { Fetch } from "./machine.ts";
export type {
  AskedAddress,
  BtcUsd,
  CallbackHost,
  Charge,
  CreatedRampSession,
  DecodedInvoice,
  DeliveryAttempt,
  EmailPayment,
  FetchedCharge,
  FinalPayment,
  GamertagCharge,
  GamertagTransaction,
  InternalTransfer,
  IssuedVoucher,
  Keysend,
  LeydenEvent,
  LeydenEventWithBody,
  OwnIps,
  Payment,
  RampKycCompleted,
  RampLimits,
  RampPurchaseCompleted,
  RampPurchaseFailed,
  RampQuote,
  RampSession,
  Receipt,
  RedeemedVoucher,
  Region,
  ResentFailed,
  StatementEntry,
  StaticCharge,
  UserProfile,
  UserWallet,
  Voucher,
  Wallet,
  WebhookEndpoint,
  WebhookSecret,
  WithdrawalRequest,
} from "./objects.ts";
export type { components, operations, paths } from "./openapi.ts";
export type {
  PayEmail,
  PayGamertag,
  PayInvoice,
  PayLightningAddress,
  PaymentFilters,
  Payments,
  PayOptions,
  SendKeysend,
  TransferInternally,
} from "./payments.ts";
export type { AskRampQuote, CreateRampSession, Ramp, RampSessions } from "./ramp.ts";
export type { ServiceFacts } from "./service-facts.ts";
export type { StatementOptions } from "./statement.ts";
export type { ChangeStaticCharge, CreateStaticCharge, StaticChargeFilters, StaticCharges } from "./static-charges.ts";
export type { Tokens } from "./tokens.ts";
export type { UntilFinalOptions } from "./until-final.ts";
export type { Users } from "./users.ts";
export {
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
  type WebhookErrorCode,
  type WebhookHeaders,
} from "./verify-webhook.ts";
export type { CreateVoucher, RedeemVoucher, RevokeVoucher, VoucherFilters, Vouchers } from "./vouchers.ts";
export type { Wallets } from "./wallet.ts";
export type { ChangeWebhookEndpoint, CreateWebhookEndpoint, WebhookEndpoints } from "./webhook-endpoints.ts";
export type { WebhookEvent } from "./webhook-event.ts";
export type { WebhookSecrets } from "./webhook-secret.ts";
export type { CreateWithdrawalRequest, WithdrawalFilters, WithdrawalRequests } from "./withdrawal-requests.ts";
