export {
  createRecipientCache,
  type InternalRecipient,
  listUnknownNames,
  recipientsAt,
  recipientsByGamertag,
  type UserWallet,
} from "./find-recipient.ts";
export { invariants } from "./invariants.ts";
export { lightningAddressOf, publicStaticChargeOf } from "./model/wallet-links.ts";
export type { WalletName } from "./model/wallet-name.ts";
export { findNamed, findWallet, listFreeNames, listNames } from "./store.ts";
