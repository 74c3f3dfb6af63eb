import { Status } from "../../../ui/status.tsx";
import { useTroubles } from "./use-troubles.ts";
import type { Endpoint } from "./webhook.ts";

/** Whether events are sent to it, and whether it accepts them. */
export function EndpointState({ endpoint: { id, state } }: { endpoint: Endpoint }) {
  const isFailing = useTroubles().some(({ endpointId }) => endpointId === id);
  if (state === "disabled") return <Status tone="warn">Paused</Status>;
  return isFailing ? <Status tone="bad">Does not accept events</Status> : <Status tone="good">Active</Status>;
}
