import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { State } from "../../parts/state.tsx";
import { DELIVERY_STATES, type Delivery } from "./webhook.ts";

/** Where a delivery stands; after an attempt that failed also when the next one is. */
export function DeliveryState({
  of: { state, attempts, dueAt },
}: {
  of: Pick<Delivery, "state" | "attempts" | "dueAt">;
}) {
  if (state !== "waiting" || attempts === 0) return <State states={DELIVERY_STATES} of={state} />;
  const isLater = dueAt !== null && Date.parse(dueAt) > Date.now();
  return <Status tone="warn">Failed, tried again {isLater ? <Time at={dueAt} /> : "now"}</Status>;
}
