import { useQuery } from "@tanstack/react-query";
import type { PageShape } from "../../../api/shapes.ts";
import { useHere } from "../../context.ts";
import { firstOf, readAgainMs } from "../../parts/read-again.ts";
import { NOUNS } from "./webhook.ts";

/** Where no endpoint is in trouble: attempts are no events of the project. */
const QUIET_MS = 60_000;

export type Trouble = PageShape<"EndpointTrouble">;

/** Endpoints that accept no events, the longest first; none while all is well, and before it is known. */
export function useTroubles(): readonly Trouble[] {
  const { api, project } = useHere();
  const { data = [] } = useQuery({
    queryKey: ["project", project.id, "webhook-health"],
    queryFn: ({ signal }) => api.get("/webhooks/health", { signal }),
    meta: { live: NOUNS },
    refetchInterval: ({ state: { data: known = [] } }) =>
      readAgainMs(firstOf(known.map(({ nextAttemptAt }) => nextAttemptAt)), Date.now()) || QUIET_MS,
  });
  return data;
}
