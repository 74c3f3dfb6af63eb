import { createHash, randomBytes } from "node:crypto";
import { parseOptions } from "@node-rs/argon2";
import type { Argon2 } from "../argon2-threads.ts";

/** Hashes of the form of Argon2id at once, by SHA-256: for tests that are not about the work that a password takes. */
export function quickArgon2(): Argon2 {
  return {
    hash: async (password, { memoryCost, timeCost, parallelism }) => {
      const salt = randomBytes(16).toString("base64").replace(/=+$/, "");
      return withDigest(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}`, password);
    },
    async verify(stored, password) {
      parseOptions(stored); // @throws as the real one does
      return withDigest(stored.slice(0, stored.lastIndexOf("$")), password) === stored;
    },
  };
}

function withDigest(start: string, password: string): string {
  const digest = createHash("sha256").update(start).update(password).digest("base64").replace(/=+$/, "");
  return `${start}$${digest}`;
}
