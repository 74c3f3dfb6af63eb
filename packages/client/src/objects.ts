/** What the service keeps, as it is answered. Amounts are millisatoshis as strings of digits, times are ISO 8601. */
import type { components } from "./openapi.ts";

export type Payment = components["schemas"]["Payment"];
/** A payment that will not change any more. */
export type FinalPayment = Payment & { readonly status: "completed" | "failed" };
export type InternalTransfer = components["schemas"]["InternalTransfer"];
export type GamertagTransaction = components["schemas"]["GamertagTransaction"];
export type EmailPayment = components["schemas"]["EmailPayment"];
export type Keysend = components["schemas"]["Keysend"];
export type DecodedInvoice = components["schemas"]["DecodedInvoice"];
export type Charge = components["schemas"]["Charge"];
export type Voucher = components["schemas"]["Voucher"];
/** A voucher with what redeems it, which is shown once. */
export type IssuedVoucher = components["schemas"]["IssuedVoucher"];
export type RedeemedVoucher = components["schemas"]["RedeemedVoucher"];
export type WithdrawalRequest = components["schemas"]["WithdrawalRequest"];
export type GamertagCharge = components["schemas"]["GamertagCharge"];
export type StaticCharge = components["schemas"]["StaticCharge"];
export type AskedAddress = components["schemas"]["AskedAddress"];
export type FetchedCharge = components["schemas"]["FetchedCharge"];
export type Wallet = components["schemas"]["Wallet"];
export type StatementEntry = components["schemas"]["StatementEntry"];
export type Receipt = components["schemas"]["Receipt"];
export type WebhookEndpoint = components["schemas"]["WebhookEndpoint"];
export type WebhookSecret = components["schemas"]["WebhookSecret"];
/** An event and where it was sent. What a receiver gets of it is a `WebhookEvent`. */
export type LeydenEvent = components["schemas"]["Event"];
export type LeydenEventWithBody = components["schemas"]["EventWithBody"];
export type DeliveryAttempt = components["schemas"]["DeliveryAttempt"];
export type ResentFailed = components["schemas"]["ResentFailed"];
export type CallbackHost = components["schemas"]["CallbackHost"];
/** A session of the ramp with its token, which is shown once and again to the same request. */
export type CreatedRampSession = components["schemas"]["CreatedRampSession"];
export type RampSession = components["schemas"]["RampSession"];
export type RampQuote = components["schemas"]["RampQuote"];
export type RampLimits = components["schemas"]["RampLimits"];
/** `data` of the webhooks of the ramp. */
export type RampPurchaseCompleted = components["schemas"]["RampPurchaseCompleted"];
export type RampPurchaseFailed = components["schemas"]["RampPurchaseFailed"];
export type RampKycCompleted = components["schemas"]["RampKycCompleted"];
/** Who has logged in to an application, and that user's wallet. */
export type UserProfile = components["schemas"]["UserProfile"];
export type UserWallet = components["schemas"]["UserWallet"];
export type BtcUsd = components["schemas"]["BtcUsd"];
export type OwnIps = components["schemas"]["OwnIps"];
export type Region = components["schemas"]["Region"];
