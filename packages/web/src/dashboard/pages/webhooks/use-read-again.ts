import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useHere } from "../../context.ts";

/** After what was due an attempt may take 15 s. Each is a look at what came of it. */
const LOOKS_MS = [1_500, 5_000, 17_000] as const;
/** A browser's timer counts no further; an attempt after a day is seen when the page is looked at again. */
const WAIT_MS_MAX = 86_400_000;

/**
 * Attempts are no events of the project, so nobody tells the page of them: what waits is read again a few times after
 * the attempt is due. `attempts`: made so far; another number is another wait.
 */
export function useReadAgain(dueAt: string | null, attempts: number): void {
  const client = useQueryClient();
  const { project } = useHere();
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each attempt there is another one to wait for
  useEffect(() => {
    if (dueAt === null) return undefined;
    const wait = Math.max(0, Date.parse(dueAt) - Date.now());
    if (wait > WAIT_MS_MAX) return undefined;
    const names = ["delivery", "deliveries", "webhook-health"];
    const read = () =>
      void client.invalidateQueries({
        predicate: ({ queryKey: [root, id, name] }) =>
          root === "project" && id === project.id && names.includes(String(name)),
      });
    const timers = LOOKS_MS.map((after) => setTimeout(read, wait + after));
    return () => timers.forEach(clearTimeout);
  }, [client, project.id, dueAt, attempts]);
}
