import type { Clock } from "#kernel/clock.ts";
import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { newestTotpStep } from "#protocol/totp.ts";
import { KEYS_MAX } from "../model/factors.ts";
import { RECOVERY_CODES } from "../model/recovery-code.ts";
import {
  listFactorsWithoutUser,
  listStepsAhead,
  listTooManyKeys,
  listWrongRecoveryCodes,
} from "../store/factor-breaches.ts";

/** What must hold between users and what they log in with; the audit runs it. */
export function factorInvariants(clock: Pick<Clock, "now">): readonly Invariant[] {
  return [
    {
      id: "I14f",
      warns: true,
      title: "each factor of a login has its user",
      breaches: (tx) => listFactorsWithoutUser(tx, BREACHES_MAX),
    },
    {
      id: "I14r",
      warns: true,
      title: "each authenticator app has ten recovery codes, used or not",
      breaches: (tx) => listWrongRecoveryCodes(tx, RECOVERY_CODES, BREACHES_MAX),
    },
    {
      id: "I14k",
      warns: true,
      title: "no user has more than ten passkeys or ten wallets to log in with",
      breaches: (tx) => listTooManyKeys(tx, KEYS_MAX, BREACHES_MAX),
    },
    {
      id: "I14t",
      warns: true,
      title: "no authenticator app has taken a code of a time to come",
      breaches: (tx) => listStepsAhead(tx, newestTotpStep(clock.now()), BREACHES_MAX),
    },
  ];
}
