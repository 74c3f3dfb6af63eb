import type { Command } from "commander";
import { uuid } from "#kernel/ids.ts";
import {
  findVoucher,
  findVoucherOfAny,
  listOpenVouchers,
  revokeByOperator,
  type Voucher,
  type VoucherId,
  VoucherNotFound,
} from "#vouchers";
import { print, printJson, printTable } from "./output.ts";
import { type Session, withDatabase } from "./session.ts";

const LIST_MAX = 1_000;
const CODE = /^[0-9A-F]{8}$/;

/** Money that waits for its taker. */
export function addVoucherCommands(program: Command): void {
  const voucher = program.command("voucher").description("vouchers and withdrawal requests that have not ended");
  voucher
    .command("list")
    .description(`list those that can be redeemed or are being paid out, oldest first, at most ${LIST_MAX}`)
    .action(() => withDatabase(list));
  voucher
    .command("show <voucher>")
    .description("show one as JSON, without what redeems it; named by id or, a voucher, by its code")
    .action((text: string) => withDatabase((session) => show(session, text)));
  voucher
    .command("revoke <id>")
    .description("revoke one that was not redeemed; the value of a voucher returns to the wallet that paid for it")
    .action((text: string) =>
      withDatabase(async (session) => {
        const { id, amount, walletId } = await revokeByOperator(session, uuid<VoucherId>("id", text));
        print(`${id} of wallet ${walletId} over ${amount} msats is revoked.`);
      }),
    );
}

async function list({ db }: Session): Promise<void> {
  const open = await listOpenVouchers(db, LIST_MAX);
  printTable(
    open.map(({ id, origin, walletId, amount, state, createdAt, expiresAt }) => ({
      id,
      kind: origin.kind,
      wallet: walletId,
      msats: String(amount),
      state: state.kind,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    "No voucher and no withdrawal request is open.",
  );
}

async function show({ db }: Session, text: string): Promise<void> {
  const code = text.trim().toUpperCase();
  const voucher = CODE.test(code)
    ? await findVoucherOfAny(db, code)
    : await findVoucher(db, uuid<VoucherId>("voucher", text));
  if (voucher === undefined) throw new VoucherNotFound();
  printJson(shown(voucher));
}

function shown({ origin, amount, createdAt, expiresAt, state, ...rest }: Voucher) {
  const { id, walletId, description, internalId } = rest;
  return {
    id,
    kind: origin.kind,
    walletId,
    msats: String(amount),
    description,
    internalId: internalId ?? null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    state: state.kind,
    paymentId: state.kind === "claiming" ? state.claim.paymentId : null,
    endedAt: "at" in state ? state.at.toISOString() : null,
    transactionId: "transfer" in state ? (state.transfer ?? null) : null,
  };
}
