import { useRef } from "react";
import type { Shape } from "../../../api/shapes.ts";
import { useHere } from "../../context.ts";
import type { Asking } from "../../parts/run-rows.ts";
import { useRun } from "../../parts/use-run.ts";
import type { KeptRows, Row, SentRow } from "./pay-rows.ts";
import { type PayBody, sendPayment } from "./payment-body.ts";

/** What would refuse the next rows as well. */
const OF_ALL = [
  "insufficient_funds",
  "key_unconfirmed",
  "limit_exceeded",
  "login_needed",
  "fresh_login_needed",
  "over_key_budget",
  "over_service_day",
  "project_not_found",
  "restoring",
  "role_missing",
  "sending_paused",
];

/** Payments are asked for one after the other: a limit or an empty wallet ends them in the order of the file. */
export const PAYING: Omit<Asking<PayBody, SentRow>, "send"> = {
  lanes: 1,
  endsAll: ({ code }) => OF_ALL.includes(code),
};

type Paying = { readonly kept: KeptRows; readonly rows: readonly Row[]; readonly isNew: boolean };

/** Payments on their way. `isNew`: it begins by itself. */
export function usePayRun({ kept, rows, isNew }: Paying) {
  const { api } = useHere();
  /** Of rows that a person has decided about: the hash of the payment that each may have repeated. */
  const anyway = useRef(new Map<PayBody, Pick<PayBody, "payAnyway">>());
  const send = async (body: PayBody, key: string): Promise<SentRow> => ({
    kind: "sent",
    ...(await sendPayment(api, { ...body, ...anyway.current.get(body) }, key)),
  });
  const running = useRun({ kept, rows, isNew, asking: { ...PAYING, send } });
  return {
    ...running,
    /** Pays a row that may repeat the payment with this hash. The service asks for the name of one that it knows. */
    payAnyway(index: number, hash: string) {
      const body = rows[index]?.body;
      if (body === undefined) return;
      anyway.current.set(body, { payAnyway: hash });
      running.run([index]);
    },
    /** A payment that was under way has its end. */
    finish(index: number, { id, status, fee, failure, createdAt }: Shape<"Payment">) {
      const turn = running.results.get(index)?.turn ?? 0;
      if (status === "failed") {
        const message = failure?.message ?? "It was not paid.";
        running.put(index, { kind: "refused", turn, isUsed: true, message });
      } else if (status === "completed")
        running.put(index, { kind: "sent", turn, thing: "payment", id, status, fee, createdAt });
    },
  };
}
