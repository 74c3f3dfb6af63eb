/**
 * What a call of the wallet's page is. `isFresh`: asks for a login that is not older than ten minutes. Source: ours.
 */
export const ACTIONS = {
  read: { isFresh: false },
  /** Make what others pay. */
  receive: { isFresh: false },
  /** Take a voucher into the wallet. */
  vouchers: { isFresh: false },
  /** Texts, notes, connections: what gives nobody money and shows no secret. */
  settings: { isFresh: false },
  /** Open the page on which bitcoin is bought for the wallet. */
  buy: { isFresh: false },
  /** Change the gamertag, and with it the Lightning address that others pay. */
  gamertag: { isFresh: true },
  send: { isFresh: true },
} as const satisfies Readonly<Record<string, { readonly isFresh: boolean }>>;

export type Action = keyof typeof ACTIONS;

export function isAction(text: string): text is Action {
  return Object.hasOwn(ACTIONS, text);
}
