import { type Algorithm, parseOptions } from "@node-rs/argon2";
import { AppError } from "#kernel/errors.ts";
import { type Argon2, argon2Threads } from "./argon2-threads.ts";

/** Whom a hash is made for. */
export type HashAsker = {
  /** Logged in, or was before in the same browser. Half of the places to wait are for these, and they come first. */
  readonly isKnown: boolean;
  /**
   * Those with the same name share `WAITING_MAX.ofOne` places. Where all places are taken, the name that has most of
   * them loses its newest one to a name with fewer.
   */
  readonly name: string;
};

/**
 * Hashes passwords in threads of low priority, a few at a time, so that a flood of logins takes neither memory nor
 * processors from others.
 */
export type PasswordHasher = {
  /** Argon2id in PHC form. @throws {HasherBusy} */
  hash(password: string, asker: HashAsker): Promise<string>;
  /** Without a hash the same work is done, and the answer is no. @throws {HasherBusy} */
  verify(stored: string | undefined, password: string, asker: HashAsker): Promise<boolean>;
  /** It was made with other parameters than today's. */
  isOutdated(stored: string): boolean;
};

/** OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane. The id is the algorithm's in RFC 9106, section 3.1. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 2 as Algorithm.Argon2id };
/** Each has a thread of its own, with 19 MiB. */
const CONCURRENT_MAX = 2;
/**
 * In all: some four seconds of work. Strangers cost their senders nothing, so they have half of the places, and no
 * network and no account can take all of either half. Ours.
 */
const WAITING_MAX = { inAll: 40, strangers: 20, ofOne: 4 } as const;
const RETRY_AFTER_SECONDS = 5;
/** Of no password: a hash in today's form of 32 random bytes. */
const NO_HASH = "$argon2id$v=19$m=19456,t=2,p=1$bGV5ZGVuIG5vIHBhc3N3b3Jk$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAapArZZsmGQ3i2g";

export class HasherBusy extends AppError {
  constructor() {
    super("unavailable", "many people log in with passwords now; try again in a moment, or log in another way", {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

export function createPasswordHasher(work: Argon2 = argon2Threads()): PasswordHasher {
  let running = 0;
  const queue = createQueue();

  const inTurn = async <T>(asker: HashAsker, run: () => Promise<T>): Promise<T> => {
    if (running >= CONCURRENT_MAX)
      await queue.wait(asker); // takes over the turn of the one that ends
    else running += 1;
    try {
      return await run();
    } finally {
      const next = queue.next();
      if (next === undefined) running -= 1;
      else next();
    }
  };

  return {
    hash: (password, asker) => inTurn(asker, () => work.hash(password, PARAMETERS)),
    verify: (stored, password, asker) =>
      inTurn(asker, async () => {
        const isRight = await work.verify(stored ?? NO_HASH, password);
        return isRight && stored !== undefined;
      }),
    isOutdated(stored) {
      const { memoryCost, timeCost, parallelism, algorithm } = parseOptions(stored);
      const made = { memoryCost, timeCost, parallelism, algorithm };
      return Object.entries(PARAMETERS).some(([name, value]) => made[name as keyof typeof made] !== value);
    },
  };
}

type Waiting = HashAsker & { readonly go: () => void; readonly refuse: (error: HasherBusy) => void };

/** Who waits for a turn: the known ones before strangers, and each of the two in the order in which they came. */
function createQueue() {
  const known: Waiting[] = [];
  const strangers: Waiting[] = [];
  const ofOne = ({ name }: HashAsker, waiting = [...known, ...strangers]) =>
    waiting.filter((one) => one.name === name).length;
  const isFull = (isKnown: boolean) =>
    known.length + strangers.length >= WAITING_MAX.inAll || (!isKnown && strangers.length >= WAITING_MAX.strangers);

  /** The newest of the name with most gives way. False: none, for then this one would have as many. */
  const makeRoom = (asker: HashAsker): boolean => {
    const waiting = asker.isKnown ? known : strangers;
    const most = Math.max(0, ...waiting.map((one) => ofOne(one, waiting)));
    if (most < ofOne(asker) + 2) return false;
    const newest = waiting.findLastIndex((one) => ofOne(one, waiting) === most);
    for (const one of waiting.splice(newest, 1)) one.refuse(new HasherBusy());
    return true;
  };

  return {
    /** @throws {HasherBusy} when there is no place, or another name gets it. */
    async wait(asker: HashAsker): Promise<void> {
      if (ofOne(asker) >= WAITING_MAX.ofOne || (isFull(asker.isKnown) && !makeRoom(asker))) throw new HasherBusy();
      await new Promise<void>((go, refuse) => (asker.isKnown ? known : strangers).push({ ...asker, go, refuse }));
    },
    next: (): (() => void) | undefined => (known.shift() ?? strangers.shift())?.go,
  };
}
