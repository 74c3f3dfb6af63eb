/** Draws from a seed: the same ones at each run, though what happens in between is up to the machine. */
export type Chance = {
  /** 0 to 1, without 1. */
  fraction(): number;
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number;
  oneOf<T>(things: readonly T[]): T;
};

/** Mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    whole,
    oneOf: (things) => {
      const thing = things[whole(0, things.length - 1)];
      if (thing === undefined) throw new Error("nothing to choose from");
      return thing;
    },
  };
}
