import { type Algorithm, parseOptions } from "@node-rs/argon2";
import { AppError } from "#kernel/errors.ts";
import { type Argon2, argon2Threads } from "./argon2-threads.ts";

/**
 * Hashes passwords in threads of low priority, a few at a time, so that a flood of logins takes neither memory nor
 * processors from others.
 */
export type PasswordHasher = {
  /** Argon2id in PHC form. @throws {HasherBusy} */
  hash(password: string): Promise<string>;
  /** Without a hash the same work is done, and the answer is no. @throws {HasherBusy} */
  verify(stored: string | undefined, password: string): Promise<boolean>;
  /** It was made with other parameters than today's. */
  isOutdated(stored: string): boolean;
};

/** OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane. The id is the algorithm's in RFC 9106, section 3.1. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 2 as Algorithm.Argon2id };
/** Each has a thread of its own, with 19 MiB. */
const CONCURRENT_MAX = 2;
/** Some four seconds of work. */
const WAITING_MAX = 40;
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
  const waiting: (() => void)[] = [];

  const inTurn = async <T>(run: () => Promise<T>): Promise<T> => {
    if (running >= CONCURRENT_MAX) {
      if (waiting.length >= WAITING_MAX) throw new HasherBusy();
      await new Promise<void>((resolve) => waiting.push(resolve)); // takes over the turn of the one that ends
    } else running += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };

  return {
    hash: (password) => inTurn(() => work.hash(password, PARAMETERS)),
    verify: (stored, password) =>
      inTurn(async () => {
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
