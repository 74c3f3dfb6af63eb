import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Shape } from "../../../api/shapes.ts";
import { Status } from "../../../ui/status.tsx";
import { useHere } from "../../context.ts";
import { State } from "../../parts/state.tsx";
import { PAYMENT_STATES } from "../../parts/states-of-things.ts";
import type { Sent } from "./payment-body.ts";

type PaymentStateProps = {
  readonly sent: Sent;
  /** Hears of a payment that was under way and is finished. */
  readonly onFinished?: (payment: Shape<"Payment">) => void;
};

/** How a payment stands, as long as it changes. */
export function PaymentState({ sent, onFinished }: PaymentStateProps) {
  const { api, project } = useHere();
  const isOver = sent.status === "completed";
  const { data } = useQuery({
    queryKey: ["project", project.id, "payment", sent.id],
    queryFn: ({ signal }) => api.get("/v0/payments/{id}", { params: { id: sent.id }, signal }),
    enabled: !isOver,
  });
  const finished = data?.status === "processing" ? undefined : data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end
  useEffect(() => {
    if (!isOver && finished !== undefined) onFinished?.(finished);
  }, [isOver, finished?.status]);
  if (sent.thing === "voucher") return <Status tone="good">Sent</Status>;
  return <State states={PAYMENT_STATES} of={isOver ? "completed" : (data?.status ?? "processing")} />;
}
