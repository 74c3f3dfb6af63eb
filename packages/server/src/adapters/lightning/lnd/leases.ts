import { type Msats, msats } from "#kernel/money.ts";
import { countOf, type Fields, fieldsOf, listOf, textOf, txidOf } from "../answers.ts";
import { satsOf } from "./answers.ts";
import type { Connection } from "./connections.ts";
import type { WalletTransaction } from "./transactions.ts";

export type Lease = {
  /** Base64, as LND has it. */
  readonly id: string;
  /** The coin, `txid:index`. */
  readonly coin: string;
  readonly value: Msats;
};

const LEASES_MAX = 20_000;

/** @throws {NodeUnavailable} */
export async function listLeases(connection: Connection): Promise<readonly Lease[]> {
  const { locked_utxos } = await connection.ask({ method: "POST", path: "/v2/wallet/utxos/leases", body: {} });
  return leasesOf(locked_utxos);
}

export function leasesOf(list: unknown): readonly Lease[] {
  return listOf(list, LEASES_MAX).map((lease) => ({
    id: textOf(lease["id"]),
    coin: coinOf(fieldsOf(lease["outpoint"])),
    value: satsOf(lease["value"]),
  }));
}

export function coinOf(outpoint: Fields): string {
  return `${txidOf(outpoint["txid_str"])}:${countOf(outpoint["output_index"])}`;
}

/** What coins are kept that none of these transactions spends. @throws {NodeUnavailable} */
export async function unspentLeases(connection: Connection, unconfirmed: readonly WalletTransaction[]): Promise<Msats> {
  const leases = await listLeases(connection);
  const spent = new Set(unconfirmed.flatMap(({ coins }) => coins));
  const kept = leases.filter(({ coin }) => !spent.has(coin));
  return msats(kept.reduce((sum, { value }) => sum + value, 0n));
}

/** Gives coins free; one that is free or spent does no harm. @throws {NodeUnavailable} */
export async function release(connection: Connection, { id, coin }: Pick<Lease, "id" | "coin">): Promise<void> {
  const [txid_str, index] = coin.split(":");
  const body = { id, outpoint: { txid_str, output_index: Number(index) } };
  await connection.ask({ method: "POST", path: "/v2/wallet/utxos/release", body });
}
