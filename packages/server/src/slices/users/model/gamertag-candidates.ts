import type { Random } from "#kernel/clock.ts";
import { GAMERTAG_LENGTH_MAX, GAMERTAG_LENGTH_MIN, isReserved } from "./gamertag.ts";

/** Short words, so that two of them and six digits fit. Sixteen each: four random bits choose one. */
const ADJECTIVES = "bold brave bright calm clever cosmic eager fair gentle happy jolly keen lucky quick sunny swift";
const ANIMALS = "badger beaver condor dingo falcon gecko heron ibex koala lemur lynx marten otter panda puffin robin";

const NUMBERED = 3;
const READABLE = 4;

/**
 * Gamertags to propose, the best first: the local part of the e-mail address, the same with a number, then random
 * readable ones. `digits` is how long the numbers are: with more of them fewer are taken.
 */
export function gamertagCandidates(
  random: Pick<Random, "bytes">,
  { email, digits }: { readonly email: string | undefined; readonly digits: number },
): string[] {
  const local = email === undefined ? "" : fitting(email.slice(0, email.indexOf("@")), GAMERTAG_LENGTH_MAX);
  const number = () => randomDigits(random, digits);
  const numbered = () => `${fitting(local, GAMERTAG_LENGTH_MAX - digits)}${number()}`;
  const readable = () => `${pick(random, ADJECTIVES)}-${pick(random, ANIMALS)}${number()}`;
  return [
    ...(local === "" ? [] : [local, ...Array.from({ length: NUMBERED }, numbered)]),
    ...Array.from({ length: READABLE }, readable),
  ].filter((tag) => tag.length >= GAMERTAG_LENGTH_MIN && tag.length <= GAMERTAG_LENGTH_MAX && !isReserved(tag));
}

/** What of a text may stand in a gamertag, without signs at the ends. */
function fitting(text: string, length: number): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, "")
    .replace(/^[_.-]+/, "")
    .slice(0, length)
    .replace(/[_.-]+$/, "");
}

function pick(random: Pick<Random, "bytes">, words: string): string {
  const list = words.split(" ");
  return list[(random.bytes(1)[0] ?? 0) % list.length] ?? "";
}

function randomDigits(random: Pick<Random, "bytes">, count: number): string {
  return Array.from(random.bytes(count), (byte) => byte % 10).join("");
}
