// @ts-expect-error the package's "exports" name no types
import { zbd } from "@zbd/node";
// The same types by path: these files import nothing, so the compiler reads them in full.
import type * as charges from "../../../../../node_modules/@zbd/node/dist/types/charges.d.ts";
import type * as gamertags from "../../../../../node_modules/@zbd/node/dist/types/gamertag.d.ts";
import type * as transfers from "../../../../../node_modules/@zbd/node/dist/types/internal-transfers.d.ts";
import type * as keysends from "../../../../../node_modules/@zbd/node/dist/types/keysend.d.ts";
import type * as addresses from "../../../../../node_modules/@zbd/node/dist/types/lightning.d.ts";
import type * as misc from "../../../../../node_modules/@zbd/node/dist/types/misc.d.ts";
import type * as payments from "../../../../../node_modules/@zbd/node/dist/types/payments.d.ts";
import type * as statics from "../../../../../node_modules/@zbd/node/dist/types/static-charges.d.ts";
import type * as wallets from "../../../../../node_modules/@zbd/node/dist/types/wallet.d.ts";
import type * as withdrawals from "../../../../../node_modules/@zbd/node/dist/types/withdrawal.d.ts";

/** The methods of `@zbd/node` 0.6.4 (`dist/zbd.d.ts`). Its README leaves out options that its types want. */
export type ZbdNode = {
  createCharge(options: charges.ChargeOptionsType): Promise<charges.ChargeDataResponseType>;
  getCharge(id: string): Promise<charges.ChargeDataResponseType>;
  decodeCharge(options: charges.DecodeChargeOptionsType): Promise<charges.DecodeChargeResponseType>;
  createWithdrawalRequest(
    options: withdrawals.WithdrawalRequestOptionsType,
  ): Promise<withdrawals.CreateWithdrawalRequestDataResponseType>;
  getWithdrawalRequest(id: string): Promise<withdrawals.GetWithdrawalRequestDataResponseType>;
  validateLightningAddress(lnAddress: string): Promise<addresses.ValidateLightningAddressDataResponseType>;
  sendLightningAddressPayment(
    options: addresses.SendLightningAddressPaymentOptionsType,
  ): Promise<addresses.SendLightningAddressPaymentDataResponseType>;
  createChargeFromLightningAddress(
    options: addresses.CreateChargeFromLightningAddressOptionsType,
  ): Promise<addresses.FetchChargeFromLightningAddressDataResponseType>;
  getWallet(): Promise<wallets.WalletDataResponseType>;
  isSupportedRegion(ip: string): Promise<misc.SupportedRegionDataResponseType>;
  getZBDProdIps(): Promise<misc.ProdIPSDataResponseType>;
  getBtcUsdExchangeRate(): Promise<misc.BTCUSDDataResponseType>;
  internalTransfer(options: transfers.InternalTransferOptionsType): Promise<transfers.InternalTransferDataResponseType>;
  sendKeysendPayment(options: Partial<keysends.KeysendOptionsType>): Promise<keysends.KeysendDataResponseType>;
  sendPayment(options: Partial<payments.SendPaymentOptionsType>): Promise<payments.InvoicePaymentDataResponseType>;
  /** Its answer has no type there. */
  getPayment(id: string): Promise<payments.InvoicePaymentDataResponseType>;
  sendGamertagPayment(
    options: gamertags.SendGamertagPaymentOptionsType,
  ): Promise<gamertags.SendGamertagPaymentDataResponseType>;
  getGamertagTransaction(id: string): Promise<gamertags.GamertagTransactionDataResponseType>;
  getUserIdByGamertag(gamertag: string): Promise<gamertags.FetchUserIdByGamertagDataResponseType>;
  getGamertagByUserId(id: string): Promise<gamertags.FetchGamertagByUserIdDataResponseType>;
  createGamertagCharge(
    options: gamertags.FetchChargeFromGamertagOptionsType,
  ): Promise<gamertags.FetchChargeFromGamertagDataResponseType>;
  createStaticCharge(options: statics.StaticChargeOptionsType): Promise<statics.StaticChargeDataResponseType>;
  /** The answers of these two have no type there. */
  updateStaticCharge(
    id: string,
    updates: Partial<statics.StaticChargeOptionsType>,
  ): Promise<statics.StaticChargeDataResponseType>;
  getStaticCharge(id: string): Promise<statics.StaticChargeDataResponseType>;
};

export function zbdNode(apiKey: string, url: string): ZbdNode {
  return new zbd(apiKey, url);
}

/** The names of its methods, as the code has them. */
export function methodsOfZbdNode(): string[] {
  return Object.getOwnPropertyNames(zbd.prototype).filter((name) => name !== "constructor");
}

/**
 * What an answer has for each field of its type in `@zbd/node`; the compiler wants one entry for each. `null`: the
 * field is there and has no value in this answer. `absent`: our answer has no such field.
 */
export type Shape<Answer> = {
  readonly [Field in keyof Answer]-?: [Answer[Field]] extends [readonly unknown[]]
    ? "list"
    : [Answer[Field]] extends [object]
      ? Shape<Answer[Field]>
      : "null" | "absent" | WordFor<Exclude<Answer[Field], null>>;
};
type WordFor<Value> = [Value] extends [string]
  ? "text"
  : [Value] extends [number]
    ? "number"
    : [Value] extends [boolean]
      ? "yes or no"
      : never;

/** What `answer` has for the fields of `shape`. */
export function shapeOf(answer: unknown, shape: object): object {
  const fields = new Map(Object.entries(answer ?? {}));
  return Object.fromEntries(
    Object.entries(shape).map(([field, wanted]) => {
      const value: unknown = fields.get(field);
      const isNested = typeof wanted === "object" && typeof value === "object" && value !== null;
      return [field, isNested ? shapeOf(value, wanted) : wordFor(value)];
    }),
  );
}

function wordFor(value: unknown): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  const words: Readonly<Record<string, string>> = { string: "text", number: "number", boolean: "yes or no" };
  return words[typeof value] ?? typeof value;
}
