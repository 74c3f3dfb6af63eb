/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - thing: What holds for a while and somebody should know, such as a pause or a low wallet. It begins, and is over.
 * - reader: Who is told: an operator, the contact of projects, or both. One for each address.
 * - notice: A mail that tells a reader what has begun and what is over.
 * - wish: That a user wants a mail when money arrives in the wallet.
 */

export { endReceiptMails, endReceiptMailsAgain } from "./end-receipt-mails.ts";
export type { Sight } from "./port.ts";
export { findIsWished, listWishes } from "./store/wishes.ts";
export { wishReceiptMails } from "./wish-receipt-mails.ts";
