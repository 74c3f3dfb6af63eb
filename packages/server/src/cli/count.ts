import { InvalidArgumentError } from "commander";

/** Reads an option that says how many, from 1 to `max`. */
export function readCount(max: number): (text: string) => number {
  return (text) => {
    const count = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
    if (count < 1 || count > max) throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
    return count;
  };
}
