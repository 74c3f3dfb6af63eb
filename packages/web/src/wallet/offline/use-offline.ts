import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { CallFailed } from "../../api/failure.ts";
import { EVERYTHING, type LiveState } from "../../api/live.ts";
import { readAgain } from "../../api/use-live.ts";
import { useMe, useWallet } from "../context.ts";
import { showKept } from "./keep-reads.ts";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether this device says that it has a connection. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

export type Offline = {
  readonly isOffline: boolean /** Unix ms of what is shown; 0: nothing is. */;
  readonly asOf: number;
};

/**
 * Whether the service answers, and of when what is shown is. Without an answer it shows what was known last, and asks
 * again as soon as the service tells of changes.
 */
export function useOffline(live: LiveState): Offline {
  const { kept } = useWallet();
  const client = useQueryClient();
  const isOnline = useIsOnline();
  const { data, dataUpdatedAt, failureReason } = useMe();
  /** What is shown may be of before the page was opened. */
  const isKeptShown = useRef(false);
  const isOffline = !isOnline || (failureReason instanceof CallFailed && failureReason.code === "no_answer");
  const hasNothing = data === undefined;
  useEffect(() => {
    if (!isOffline || !hasNothing) return;
    isKeptShown.current = true;
    void showKept(client, kept);
  }, [isOffline, hasNothing, client, kept]);
  useEffect(() => {
    if (live !== "open" || !(isOffline || isKeptShown.current)) return;
    isKeptShown.current = false;
    readAgain(client, [], [EVERYTHING]);
  }, [isOffline, live, client]);
  return { isOffline, asOf: dataUpdatedAt };
}
