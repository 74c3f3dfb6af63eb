import type { InFlight } from "../model/lease.ts";

/** To one host at a time. A receiver that does not answer takes these and no others. */
export const HOST_SLOTS = 8;
/** Of these for deliveries that were never tried, or that were tried before: one is left for the other kind. */
export const KIND_SLOTS = HOST_SLOTS - 1;
/** In one process. */
export const PROCESS_SLOTS = 200;
/** Of these for one project: it takes no more, whatever number of its hosts do not answer. */
export const OWNER_SLOTS = PROCESS_SLOTS / 4;

/** What one delivery in flight takes. */
export type Slot = { readonly host: string; readonly ownerId: string; readonly kind: "untried" | "tried" };

export type Slots = {
  /** Takes a slot. The caller calls the function that it got once, to give it back. */
  take(slot: Slot): () => void;
  inFlight(): InFlight;
  free(): number;
};

/** Slots of a host, of a project or of the process. */
type Share = { readonly max: number; taken: number; wasFull: boolean };
type HostShare = Share & { untried: number; tried: number };

/**
 * @param onRoom called when half of what was full is free again: for each slot one by one the search would cost too
 * much.
 */
export function createSlots(onRoom: () => void): Slots {
  const hosts = new Map<string, HostShare>();
  const owners = new Map<string, Share>();
  const all = emptyShare(PROCESS_SLOTS);

  return {
    take({ host, ownerId, kind }) {
      const ofHost = hosts.get(host) ?? { ...emptyShare(HOST_SLOTS), untried: 0, tried: 0 };
      const ofOwner = owners.get(ownerId) ?? emptyShare(OWNER_SLOTS);
      hosts.set(host, ofHost);
      owners.set(ownerId, ofOwner);
      for (const share of [ofHost, ofOwner, all]) takeOf(share);
      ofHost[kind] += 1;
      ofHost.wasFull ||= ofHost[kind] >= KIND_SLOTS;
      return () => {
        ofHost[kind] -= 1;
        const haveRoom = [ofHost, ofOwner, all].map(giveBack);
        if (ofHost.taken === 0) hosts.delete(host);
        if (ofOwner.taken === 0) owners.delete(ownerId);
        if (haveRoom.includes(true)) onRoom();
      };
    },
    inFlight: () => ({
      hosts: Object.fromEntries([...hosts].map(([host, { untried, tried }]) => [host, [untried, tried]])),
      owners: Object.fromEntries([...owners].map(([ownerId, { taken }]) => [ownerId, taken])),
    }),
    free: () => PROCESS_SLOTS - all.taken,
  };
}

function emptyShare(max: number): Share {
  return { max, taken: 0, wasFull: false };
}

function takeOf(share: Share): void {
  share.taken += 1;
  share.wasFull ||= share.taken >= share.max;
}

/** True when it was full and half of it is free now. */
function giveBack(share: Share): boolean {
  share.taken -= 1;
  const hasRoom = share.wasFull && share.taken <= share.max / 2;
  if (hasRoom) share.wasFull = false;
  return hasRoom;
}
