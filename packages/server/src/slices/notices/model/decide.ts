import { aboutOf, isFromOutside, keyOf, type Thing, type ThingName, type Told } from "./thing.ts";

/** What does not hold for so long is over. What comes and goes sooner is one thing, and told once. */
export const OVER_AFTER_MS = 600_000;

/** Mails to one address in 24 hours; what comes from outside gets no more than the half of it. */
export const MAILS_A_DAY = 20;
export const MAILS_FROM_OUTSIDE_A_DAY = 10;

/** In one mail; the rest comes with the next one. */
export const THINGS_A_MAIL = 20;

/** One mail: what has begun, and what is over. */
export type Notice = { readonly begun: readonly Thing[]; readonly over: readonly Told[] };

export type Decision = {
  /** What the address was told of, where that changes. */
  readonly kept: readonly Told[];
  readonly ended: readonly ThingName[];
  /** Undefined: there is nothing to tell. */
  readonly notice: Notice | undefined;
};

export type Situation = {
  readonly now: Date;
  /** What holds. */
  readonly things: readonly Thing[];
  readonly told: readonly Told[];
  /** Mails that the address got in the last 24 hours. */
  readonly mails: number;
  /** Of something that does not hold: whether that can be said now, and whether anybody wants to hear it. */
  readonly isKnown: (name: ThingName) => boolean;
  readonly isWanted: (told: Told) => boolean;
};

/**
 * What one address is told now. What it may not be told today stays as it is: it is told later, if it holds still, and
 * of what was never told no end is told.
 */
export function decide({ now, things, told, mails, isKnown, isWanted }: Situation): Decision {
  const holds = new Map(things.map((thing) => [keyOf(thing), thing]));
  const wasTold = new Set(told.map(keyOf));
  const absent = told.filter((one) => !holds.has(keyOf(one)));
  const unwanted = absent.filter((one) => !isWanted(one));
  const gone = absent.filter((one) => isWanted(one) && isKnown(one));

  const begun = things.filter((thing) => !wasTold.has(keyOf(thing)) && mayTell(thing, mails)).slice(0, THINGS_A_MAIL);
  const over = gone.filter((one) => isOver(one, now) && mayTell(one, mails)).slice(0, THINGS_A_MAIL - begun.length);

  const back = told.filter((one) => one.overSince !== undefined && holds.has(keyOf(one)));
  const left = gone.filter((one) => one.overSince === undefined);
  return {
    kept: [
      ...begun.map((thing) => rowOf(thing, now)),
      ...back.map((one) => ({ ...one, overSince: undefined })),
      ...left.map((one) => ({ ...one, overSince: now })),
    ],
    ended: [...over, ...unwanted].map(({ kind, subject }) => ({ kind, subject })),
    notice: begun.length + over.length === 0 ? undefined : { begun, over },
  };
}

function mayTell(name: ThingName, mails: number): boolean {
  return mails < (isFromOutside(name) ? MAILS_FROM_OUTSIDE_A_DAY : MAILS_A_DAY);
}

function isOver({ overSince }: Told, now: Date): boolean {
  return overSince !== undefined && now.getTime() - overSince.getTime() >= OVER_AFTER_MS;
}

function rowOf(thing: Thing, now: Date): Told {
  return { kind: thing.kind, subject: thing.subject, about: aboutOf(thing), toldAt: now, overSince: undefined };
}
