import { useHere } from "../../context.ts";
import type { Asking } from "../../parts/run-rows.ts";
import { useRun } from "../../parts/use-run.ts";
import { type KeptBatch, type MadeRow, madeOf, type Row, withLink } from "./batch.ts";
import type { VoucherBody } from "./voucher-body.ts";

/** What is wrong with one row; every other refusal would be that of the next row too. */
const OF_ROW = ["idempotency_mismatch", "invalid_input", "invalid_amount"];

export const MAKING: Omit<Asking<VoucherBody, MadeRow>, "send"> = {
  lanes: 4,
  endsAll: ({ code, passes }) => !passes && !OF_ROW.includes(code),
};

type Making = { readonly kept: KeptBatch; readonly rows: readonly Row[]; readonly isNew: boolean };

/** Vouchers on their way. `isNew`: it begins by itself. */
export function useBatchRun({ kept, rows, isNew }: Making) {
  const { api } = useHere();
  const send = async (body: VoucherBody, idempotencyKey: string) =>
    madeOf(await api.write("post", "/v1/create-voucher", { body, idempotencyKey }));
  return useRun({ kept, rows, isNew, asking: { ...MAKING, send }, keep: withLink });
}
