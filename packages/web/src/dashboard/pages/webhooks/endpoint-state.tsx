import { Status } from "../../../ui/status.tsx";
import { useTroubles } from "./use-troubles.ts";
import type { Endpoint } from "./webhook.ts";

/** Whether it is told of what happens, and takes it. */
export function EndpointState({ endpoint: { id, state } }: { endpoint: Endpoint }) {
  const isFailing = useTroubles().some(({ endpointId }) => endpointId === id);
  if (state === "disabled") return <Status tone="warn">Paused</Status>;
  return isFailing ? <Status tone="bad">Takes nothing</Status> : <Status tone="good">Is told</Status>;
}
