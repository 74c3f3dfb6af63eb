/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - own wallet: The wallet of the person who is logged in, as its page shows and uses it.
 * - recipient: What a person types or pastes to pay it.
 * - line: One thing in the history: a payment with all that came back of it, a receipt, a voucher.
 * - note: A text of the person on a line of the history, for nobody else.
 */

export { forgetWallet } from "./forget-wallet.ts";
export { listOwnTexts } from "./list-own-texts.ts";
