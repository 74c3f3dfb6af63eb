/** To one host at a time. A receiver that does not answer holds these and no others. */
export const HOST_SLOTS = 8;
/** Of these for deliveries that were never tried, or that were tried before: one is left for the other kind. */
export const KIND_SLOTS = HOST_SLOTS - 1;
/** In one process. */
export const PROCESS_SLOTS = 200;

type Held = { untried: number; tried: number; wasFull: boolean };

/** What this process has in flight. */
export type Slots = {
  /** Takes a slot. Whoever took it calls the function that it got once. */
  take(host: string, kind: "untried" | "tried"): () => void;
  /** By host: never tried, tried before. */
  held(): Readonly<Record<string, readonly [untried: number, tried: number]>>;
  free(): number;
};

/** @param onRoom called when half of what was full is free again: for each slot one by one the search would cost too much. */
export function createSlots(onRoom: () => void): Slots {
  const hosts = new Map<string, Held>();
  let taken = 0;
  let wasFull = false;

  const release = (host: string, held: Held, kind: "untried" | "tried"): void => {
    held[kind] -= 1;
    taken -= 1;
    const inFlight = held.untried + held.tried;
    if (inFlight === 0) hosts.delete(host);
    const hostHasRoom = held.wasFull && inFlight <= HOST_SLOTS / 2;
    const hasRoom = wasFull && taken <= PROCESS_SLOTS / 2;
    if (hostHasRoom) held.wasFull = false;
    if (hasRoom) wasFull = false;
    if (hostHasRoom || hasRoom) onRoom();
  };

  return {
    take(host, kind) {
      const held = hosts.get(host) ?? { untried: 0, tried: 0, wasFull: false };
      hosts.set(host, held);
      held[kind] += 1;
      taken += 1;
      held.wasFull ||= held[kind] >= KIND_SLOTS || held.untried + held.tried >= HOST_SLOTS;
      wasFull ||= taken >= PROCESS_SLOTS;
      return () => release(host, held, kind);
    },
    held: () => Object.fromEntries([...hosts].map(([host, { untried, tried }]) => [host, [untried, tried]])),
    free: () => PROCESS_SLOTS - taken,
  };
}
