import { QueryClient } from "@tanstack/react-query";
import { CallFailed } from "./failure.ts";

const TRIES_MAX = 3;
const WAIT_MS = 500;
const WAIT_MS_MAX = 10_000;
/** So long what was read is shown without being read again. */
const FRESH_MS = 5_000;

/** Reads are tried again when that may help; what changes something never is, by itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => isPassing(error) && failures < TRIES_MAX,
        retryDelay,
        // Without a connection it fails, and says so, and is made again when there is one.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      // Without a connection it fails at once: what waited for one would be done when nobody looks.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

function isPassing(error: unknown): boolean {
  return error instanceof CallFailed && error.passes;
}

/** As the service says, else each time twice as long. */
export function retryDelay(failures: number, error: unknown): number {
  const asked = error instanceof CallFailed ? error.retryAfterSeconds : undefined;
  return Math.min(WAIT_MS_MAX, asked === undefined ? WAIT_MS * 2 ** failures : asked * 1_000);
}
