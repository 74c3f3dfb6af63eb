import type { Keys } from "./store.ts";

/** The page key of a session in `storage`; in memory where a browser keeps nothing for frames. */
export function keysOf(sessionId: string, storage: () => Storage): Keys {
  const name = `leyden-ramp:${sessionId}`;
  let memory: string | undefined;
  return {
    read() {
      try {
        return storage().getItem(name) ?? memory;
      } catch {
        return memory;
      }
    },
    write(key) {
      memory = key;
      try {
        if (key === undefined) storage().removeItem(name);
        else storage().setItem(name, key);
      } catch {
        return; // the memory has it
      }
    },
  };
}
