/** A private key, sealed. */
export type SigningKey = {
  readonly generation: number;
  readonly kid: string;
  readonly sealed: Uint8Array;
  readonly signsFrom: Date;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A key signs for this long. */
export const SIGNS_MS = 90 * DAY_MS;
/**
 * A key is published this long before it signs, and after it has stopped: clients keep what they read of the list for a
 * day or less.
 */
export const PUBLISHED_AROUND_MS = DAY_MS;

type Key = Pick<SigningKey, "generation" | "kid" | "signsFrom">;

export type RotationPlan = {
  /** When the next key signs; undefined: none is due. The first one signs immediately. */
  readonly make: { readonly generation: number; readonly signsFrom: Date } | undefined;
  readonly retire: readonly string[];
  /** Those that stay, the one that signs first. */
  readonly published: readonly string[];
};

/**
 * Which keys there should be. `keys`: the published ones; where there is none, the next one signs immediately.
 * `isForced`: the operator wants another key. `lastGeneration`: of those
 * that are published no more.
 */
export function planRotation(
  keys: readonly Key[],
  now: Date,
  { isForced = false, lastGeneration = 0 } = {},
): RotationPlan {
  const byAge = [...keys].sort((a, b) => b.generation - a.generation);
  const newest = byAge[0];
  const signing = byAge.find(({ signsFrom }) => signsFrom <= now) ?? newest;
  const retire = byAge.filter(
    (key) => signing !== undefined && key.generation < signing.generation && isLongOver(signing, now),
  );
  const published = byAge.filter((key) => !retire.includes(key));
  return {
    make: nextKey(newest, now, { isForced, lastGeneration }),
    retire: retire.map(({ kid }) => kid),
    published: published.sort((a, b) => Number(b === signing) - Number(a === signing)).map(({ kid }) => kid),
  };
}

/**
 * What to do when a private key became known: another one signs from now on, and none of the others is published any
 * more. Clients that keep the list of keys refuse new id tokens until they read it again; that is better than taking
 * forged ones.
 */
export function planReplacement(
  keys: readonly Key[],
  now: Date,
): Pick<RotationPlan, "retire"> & Required<Pick<RotationPlan, "make">> {
  const generation = Math.max(0, ...keys.map((key) => key.generation)) + 1;
  return { make: { generation, signsFrom: now }, retire: keys.map(({ kid }) => kid) };
}

function isLongOver(successor: Key, now: Date): boolean {
  return now.getTime() - successor.signsFrom.getTime() >= PUBLISHED_AROUND_MS;
}

function nextKey(
  newest: Key | undefined,
  now: Date,
  { isForced, lastGeneration }: { readonly isForced: boolean; readonly lastGeneration: number },
): RotationPlan["make"] {
  if (newest === undefined) return { generation: lastGeneration + 1, signsFrom: now };
  const generation = newest.generation + 1;
  const signsFrom = new Date(now.getTime() + PUBLISHED_AROUND_MS);
  const isDue = now.getTime() - newest.signsFrom.getTime() >= SIGNS_MS - PUBLISHED_AROUND_MS;
  const isWaiting = newest.signsFrom > now;
  return isDue || (isForced && !isWaiting) ? { generation, signsFrom } : undefined;
}
