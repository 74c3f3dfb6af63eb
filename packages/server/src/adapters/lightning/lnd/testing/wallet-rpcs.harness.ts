import { parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { type Fields, RpcError } from "./fields.harness.ts";
import type { LndParts } from "./parts.harness.ts";
import { plain, type Rpc } from "./rest.harness.ts";
import { addressOf, type LndWallet, leaseJson, outpointOf, type WalletTx } from "./wallet.harness.ts";

const RESERVED_SATS = 20_000n;
const OUTPOINT = { fields: { txid_bytes: "bytes", txid_str: "string", output_index: "int" } } as const;

/** Calls about the node's wallet on the chain. */
export function walletRpcs({ wallet }: LndParts): readonly Rpc[] {
  return [
    plain(
      { uri: "/lnrpc.Lightning/WalletBalance", at: "GET /v1/balance/blockchain", needs: "onchain:read" },
      { account: "string", min_confs: "int" },
      () => balanceOf(wallet),
    ),
    plain(
      { uri: "/walletrpc.WalletKit/FundPsbt", at: "POST /v2/wallet/psbt/fund", needs: "onchain:write" },
      {
        psbt: "bytes",
        raw: { fields: { inputs: { list: OUTPOINT }, outputs: { map: "int" } } },
        target_conf: "int",
        sat_per_vbyte: "int",
        sat_per_kw: "int",
        account: "string",
        min_confs: "int",
        spend_unconfirmed: "bool",
        change_type: "enum",
        coin_selection_strategy: "enum",
        max_fee_ratio: "double",
        custom_lock_id: "bytes",
        lock_expiration_seconds: "int",
      },
      (request) => wallet.fund(request),
    ),
    plain(
      { uri: "/walletrpc.WalletKit/FinalizePsbt", at: "POST /v2/wallet/psbt/finalize", needs: "onchain:write" },
      { funded_psbt: "bytes", account: "string" },
      (request) => wallet.finalize((request["funded_psbt"] as Buffer | undefined) ?? Buffer.alloc(0)),
    ),
    plain(
      { uri: "/walletrpc.WalletKit/PublishTransaction", at: "POST /v2/wallet/tx", needs: "onchain:write" },
      { tx_hex: "bytes", label: "string" },
      (request) => {
        const label = (request["label"] as string | undefined) ?? "";
        wallet.publish((request["tx_hex"] as Buffer | undefined) ?? Buffer.alloc(0), label);
        return { publish_error: "" };
      },
    ),
    plain(
      { uri: "/walletrpc.WalletKit/GetTransaction", at: "GET /v2/wallet/tx", needs: "onchain:read" },
      { txid: "string" },
      (request) => {
        const { txid } = request as { readonly txid?: string };
        const tx = wallet.transactions.find((one) => one.txid === txid && !one.isGone);
        if (tx === undefined) throw new RpcError(2, `can not find transaction: txid ${txid}`);
        return transactionJson(tx, wallet);
      },
    ),
    plain(
      { uri: "/lnrpc.Lightning/GetTransactions", at: "GET /v1/transactions", needs: "onchain:read" },
      {
        start_height: "int",
        end_height: "int",
        account: "string",
        index_offset: "int",
        max_transactions: "int",
      },
      (request) => listOf(wallet, request),
    ),
    plain(
      { uri: "/walletrpc.WalletKit/LabelTransaction", at: "POST /v2/wallet/tx/label", needs: "onchain:write" },
      { txid: "bytes", label: "string", overwrite: "bool" },
      (request) => {
        const txid = Buffer.from((request["txid"] as Buffer | undefined) ?? [])
          .reverse()
          .toString("hex");
        const tx = wallet.transactions.find((one) => one.txid === txid);
        if (tx === undefined) throw new RpcError(2, "cannot label transaction not known to wallet");
        if (tx.label !== "" && request["overwrite"] !== true) throw new RpcError(2, "transaction already labelled");
        tx.label = (request["label"] as string | undefined) ?? "";
        return { status: `transaction label '${tx.label}' added` };
      },
    ),
    ...leaseRpcs(wallet),
    plain(
      { uri: "/lnrpc.Lightning/EstimateFee", at: "GET /v1/transactions/fee", needs: "onchain:read" },
      { AddrToAmount: { map: "int" }, target_conf: "int", min_confs: "int", spend_unconfirmed: "bool" },
      (request) => ({
        fee_sat: wallet.feeFor((request["AddrToAmount"] ?? {}) as Readonly<Record<string, bigint>>),
        feerate_sat_per_byte: wallet.feeRate,
        sat_per_vbyte: wallet.feeRate,
        inputs: [],
      }),
    ),
    plain(
      {
        uri: "/walletrpc.WalletKit/EstimateFee",
        at: "GET /v2/wallet/estimatefee/{conf_target}",
        needs: "onchain:read",
      },
      { conf_target: "int" },
      () => ({ sat_per_kw: wallet.feeRate * 250n, min_relay_fee_sat_per_kw: 253n }),
    ),
    plain(
      { uri: "/walletrpc.WalletKit/RequiredReserve", at: "GET /v2/wallet/reserve", needs: "onchain:read" },
      { additional_public_channels: "int" },
      () => ({ required_reserve: RESERVED_SATS }),
    ),
  ];
}

function leaseRpcs(wallet: LndWallet): readonly Rpc[] {
  const place = (name: string, path: string, needs: string) => ({
    uri: `/walletrpc.WalletKit/${name}`,
    at: `POST /v2/wallet/${path}`,
    needs,
  });
  return [
    plain(place("ListLeases", "utxos/leases", "onchain:read"), {}, () => ({
      locked_utxos: leased(wallet).flatMap(([coin, lease]) => [leaseJson(coin, lease)]),
    })),
    plain(place("ReleaseOutput", "utxos/release", "onchain:write"), { id: "bytes", outpoint: OUTPOINT }, (request) => {
      const { txid_bytes, txid_str, output_index } = (request["outpoint"] ?? {}) as {
        readonly txid_bytes?: Buffer;
        readonly txid_str?: string;
        readonly output_index?: bigint;
      };
      const txid =
        txid_str ??
        Buffer.from(txid_bytes ?? [])
          .reverse()
          .toString("hex");
      const outpoint = `${txid}:${output_index ?? 0n}`;
      const lease = wallet.leases.get(outpoint);
      if (lease !== undefined && Buffer.compare(lease.id, request["id"] as Buffer) !== 0)
        throw new RpcError(2, "the output was locked by a different ID");
      wallet.leases.delete(outpoint);
      return { status: `output ${outpoint} released` };
    }),
    plain(
      place("ListUnspent", "utxos", "onchain:read"),
      { min_confs: "int", max_confs: "int", account: "string", unconfirmed_only: "bool" },
      (request) => {
        const isLeased = new Set(leased(wallet).map(([coin]) => outpointOf(coin)));
        const coins = wallet.coins((request["min_confs"] ?? 0n) === 0n);
        return {
          utxos: coins
            .filter((coin) => !isLeased.has(outpointOf(coin)))
            .map((coin) => ({
              address_type: "WITNESS_PUBKEY_HASH",
              address: addressOf(coin.script),
              amount_sat: coin.sats,
              pk_script: Buffer.from(coin.script).toString("hex"),
              outpoint: {
                txid_bytes: Buffer.from(coin.txid, "hex").reverse(),
                txid_str: coin.txid,
                output_index: coin.index,
              },
              confirmations: confirmationsOf(
                wallet.transactions.find(({ txid }) => txid === coin.txid)?.height,
                wallet,
              ),
            })),
        };
      },
    ),
  ];
}

/** Leases that hold, with the coins of blocks that they are for: until a block has their spender they stay. */
function leased(wallet: LndWallet) {
  const nowS = wallet.nowS();
  return wallet.coinsOfBlocks().flatMap((coin) => {
    const lease = wallet.leases.get(outpointOf(coin));
    return lease === undefined || lease.untilS <= nowS ? [] : [[coin, lease] as const];
  });
}

/**
 * Until a published transaction is in a block its leased coins are in `locked_balance` still, and its change in
 * `total_balance` already.
 */
function balanceOf(wallet: LndWallet): object {
  const sum = (coins: readonly { readonly sats: bigint }[]) => coins.reduce((total, { sats }) => total + sats, 0n);
  const isLeased = new Set(leased(wallet).map(([coin]) => outpointOf(coin)));
  const free = wallet.coins().filter((coin) => !isLeased.has(outpointOf(coin)));
  const [confirmed, unconfirmed] = [sum(free), sum(wallet.coins(true)) - sum(wallet.coins())];
  return {
    total_balance: confirmed + unconfirmed,
    confirmed_balance: confirmed,
    unconfirmed_balance: unconfirmed,
    locked_balance: sum(leased(wallet).map(([coin]) => coin)),
    reserved_balance_anchor_chan: RESERVED_SATS,
    account_balance: { default: { confirmed_balance: confirmed, unconfirmed_balance: unconfirmed } },
  };
}

function confirmationsOf(height: number | undefined, wallet: LndWallet): number {
  return height === undefined ? 0 : wallet.height - height + 1;
}

function transactionJson(tx: WalletTx, wallet: LndWallet): object {
  const { outputs } = parseBitcoinTransaction(tx.raw);
  return {
    tx_hash: tx.txid,
    amount: tx.gain,
    num_confirmations: confirmationsOf(tx.height, wallet),
    block_hash: tx.height === undefined ? "" : "2158ddb0d8e66262ca5429193628fca1721b503ec51fbe3f9708680c04a14e4a",
    block_height: tx.height ?? 0,
    time_stamp: tx.timeS,
    total_fees: tx.fee,
    dest_addresses: outputs.map(({ script }) => addressOf(script)),
    output_details: outputs.map(({ script, sats }, index) => ({
      output_type: "SCRIPT_TYPE_WITNESS_V0_PUBKEY_HASH",
      address: addressOf(script),
      pk_script: Buffer.from(script).toString("hex"),
      output_index: BigInt(index),
      amount: sats,
      is_our_address: wallet.isOwn(script),
    })),
    raw_tx_hex: Buffer.from(tx.raw).toString("hex"),
    label: tx.label,
    previous_outpoints: tx.inputs.map((outpoint) => ({ outpoint, is_our_output: tx.fee > 0n })),
  };
}

/** Newest first. Those of the mempool come with no end, or with the end -1. */
function listOf(wallet: LndWallet, request: Fields): object {
  const start = Number(request["start_height"] ?? 0n);
  const end = Number(request["end_height"] ?? 0n);
  const isAll = start === 0 && end === 0;
  const shown = wallet.transactions.filter(({ height, isGone }) => {
    if (isGone) return false;
    if (height === undefined) return isAll || end === -1;
    return isAll || (height >= start && (end === -1 || height <= end));
  });
  const offset = Number(request["index_offset"] ?? 0n);
  const most = Number(request["max_transactions"] || Number.MAX_SAFE_INTEGER);
  const page = shown.reverse().slice(offset, offset + most);
  return {
    transactions: page.map((tx) => transactionJson(tx, wallet)),
    first_index: BigInt(offset),
    last_index: BigInt(offset + Math.max(0, page.length - 1)),
  };
}
