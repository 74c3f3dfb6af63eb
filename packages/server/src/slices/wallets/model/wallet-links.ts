import type { WalletId } from "#kernel/ids.ts";
import { encodeLnurl } from "#protocol/lnurl.ts";

/** The Lightning address of a wallet's present name. */
export function lightningAddressOf(name: string, baseUrl: string): string {
  return `${name}@${new URL(baseUrl).host}`;
}

/**
 * Where any Lightning wallet can pay a wallet of ours, as a bech32 LNURL (LUD-01). It stays the same when the wallet's
 * name changes.
 */
export function publicStaticChargeOf(id: WalletId, baseUrl: string): string {
  return encodeLnurl(new URL(`${baseUrl}/lnurl/pay/wallet/${id}`));
}
