import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { BROWSER, type LiveState, openLive } from "./live.ts";

/** So often, at most, what is shown is read again: a project may have hundreds of changes a second. */
const ROUND_MS = 1_000;

type Key = readonly unknown[];

/**
 * Whether a change makes old what was read under `key`, below `root`: the part after it is the noun of the event, one
 * or many, such as `payment` and `payments` for `payment.completed`. `also`: other nouns that the query names; false
 * where each call of it is asked for by a person.
 */
export function isOld(change: { readonly type: string }, root: Key, key: Key, also: unknown): boolean {
  if (also === false) return false;
  if (!root.every((part, i) => key[i] === part)) return false;
  const [noun = ""] = change.type.split(".", 1);
  if (noun === "everything") return true;
  const part = key[root.length];
  return part === noun || part === `${noun}s` || (Array.isArray(also) && also.includes(noun));
}

/** Reads again what these changes make old. A query names other nouns in `meta.live`, see {@link isOld}. */
export function readAgain(client: QueryClient, root: Key, changes: readonly { readonly type: string }[]): void {
  void client.invalidateQueries({
    predicate: ({ queryKey, meta }) => changes.some((one) => isOld(one, root, queryKey, meta?.["live"])),
  });
}

/** Collects changes, and reads again once a round what they make old. */
export function changeCollector(client: QueryClient, root: Key, later: (ms: number, act: () => void) => unknown) {
  let changes: { readonly type: string }[] = [];
  return (change: { readonly type: string }) => {
    changes.push(change);
    if (changes.length > 1) return;
    later(ROUND_MS, () => {
      const seen = changes;
      changes = [];
      readAgain(client, root, seen);
    });
  };
}

/**
 * Reads again what is shown and has changed. `path`: of the stream; `root`: of the names of what it is about; `place`:
 * before the first of these reads.
 */
export function useLive(path: string, root: readonly string[], place: string | undefined): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>("opening");
  const name = root.join(" ");
  const begin = useRef(place);
  useEffect(() => {
    const collect = changeCollector(client, name === "" ? [] : name.split(" "), (ms, act) => setTimeout(act, ms));
    return openLive({ path, place: begin.current, onChange: collect, onState: setState }, BROWSER);
  }, [client, path, name]);
  useEffect(() => {
    // Who is logged in, and to what, is another one now: the page shows that.
    if (state === "ended") void client.invalidateQueries({ queryKey: ["me"] });
  }, [client, state]);
  return state;
}
