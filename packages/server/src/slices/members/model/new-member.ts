import type { Random } from "#kernel/clock.ts";
import { newId, type ProjectKeyId, type UserId } from "#kernel/ids.ts";
import type { MemberId } from "./member.ts";

const HASH_BYTES = 32;

/**
 * The ids of a new membership, and the hash of its key: random bytes, so there is no secret that the key could be
 * presented with.
 */
export function newMember(random: Random, userId: UserId) {
  return {
    id: newId<MemberId>(random),
    userId,
    keyId: newId<ProjectKeyId>(random),
    keyHash: random.bytes(HASH_BYTES),
  };
}
