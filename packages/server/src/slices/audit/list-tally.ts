/** Parts of a list, by the first two bytes of the hashes in them. */
const PARTS = 65_536;

/**
 * Two lists of hashes side by side, in 1 MB however long they are: for each part its number of hashes and the sum of a
 * piece of each. Parts that differ are in one list and not in the other, or twice in one of them.
 */
export type ListTally = {
  /** `by`: 1 for a hash of the first list, -1 for one of the second. */
  count(hash: Uint8Array, by: 1 | -1): void;
  /** The parts that differ, in ascending order. */
  differing(): readonly number[];
};

export function listTally(): ListTally {
  const numbers = new Int32Array(PARTS);
  // Sums that run over at 32 bits: whatever is added and taken away again leaves zero.
  const sums = [new Int32Array(PARTS), new Int32Array(PARTS)] as const;
  return {
    count(hash, by) {
      const part = partOf(hash);
      const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength);
      numbers[part] = (numbers[part] ?? 0) + by;
      sums.forEach((sum, i) => {
        sum[part] = (sum[part] ?? 0) + by * view.getInt32(2 + 4 * i);
      });
    },
    differing() {
      const parts = Array.from({ length: PARTS }, (_, part) => part);
      return parts.filter((part) => numbers[part] !== 0 || sums.some((sum) => sum[part] !== 0));
    },
  };
}

/** The part of a list that a hash belongs to. */
export function partOf(hash: Uint8Array): number {
  return (hash[0] ?? 0) * 256 + (hash[1] ?? 0);
}
