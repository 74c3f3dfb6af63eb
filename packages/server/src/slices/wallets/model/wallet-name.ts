/** A name that leads to a wallet: local part of a Lightning address of this service, in lower case. */
export type WalletName = {
  readonly name: string;
  /** When the wallet took it, last. */
  readonly since: Date;
  /** `undefined`: it is the wallet's present name. A former name still leads to the wallet. */
  readonly releasedAt: Date | undefined;
  /** A payment to it was about to be made: it never goes to another wallet. */
  readonly wasUsed: boolean;
};
