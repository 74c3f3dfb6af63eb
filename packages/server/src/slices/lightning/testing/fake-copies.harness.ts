import type { ChannelCopy, CopyLook } from "../model/channel-copies.ts";
import type { ChannelCopies, CopyPlace } from "../port.ts";

/** A folder of copies in memory. */
export type FakePlace = CopyPlace & {
  readonly copies: ChannelCopy[];
  /** Undefined: its disk works. */
  fault: string | undefined;
};

export function fakePlace(folder: string): FakePlace {
  const requireDisk = () => {
    if (place.fault !== undefined) throw new Error(place.fault);
  };
  const place: FakePlace = {
    folder,
    copies: [],
    fault: undefined,
    async list() {
      requireDisk();
      return [...place.copies];
    },
    async save(copy) {
      requireDisk();
      place.copies.push(copy);
    },
    async remove(gone) {
      requireDisk();
      place.copies.splice(0, Number.POSITIVE_INFINITY, ...place.copies.filter((copy) => !gone.includes(copy)));
    },
  };
  return place;
}

export function fakeCopies(...places: readonly CopyPlace[]): ChannelCopies {
  let last: CopyLook | undefined;
  return {
    places,
    recall: () => last,
    remember(look) {
      last = look;
    },
  };
}
