import type { Message } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import type { RelyingParty } from "#protocol/passkey.ts";
import { message } from "#texts/reader.ts";
import { type CheckPasskeyDeps, checkPasskey } from "../factors/check-passkey.ts";
import { type CheckPasswordDeps, checkPassword } from "../factors/check-password.ts";
import { checkWallet } from "../factors/check-wallet.ts";
import { FactorRefused, TooManyTries } from "../model/factor-refused.ts";
import type { Checked, CheckedFirst } from "../model/outcome.ts";
import type { Revision } from "../model/revision.ts";
import { hashOf } from "../model/secrets.ts";
import type { Visitor } from "../model/session.ts";
import { passFirstFactor } from "./pass-factor.ts";
import type { LoginStep, ProceedDeps } from "./proceed.ts";

/** What begins a login without a mail. */
export type FirstFactor =
  | { readonly method: "password"; readonly email: string; readonly password: string }
  /** `answer`: as the browser made it. */
  | { readonly method: "passkey"; readonly answer: unknown }
  /** The wallet has sent its signature by itself. */
  | { readonly method: "lightning" };

export type FirstFactorDeps = ProceedDeps &
  CheckPasswordDeps &
  Omit<CheckPasskeyDeps, "site"> & {
    /** Undefined: there are no passkeys at the address of this service. */
    readonly site: RelyingParty | undefined;
  };

type TakeFirstFactor = {
  /** Of the browser's cookie. */
  readonly secret: string;
  readonly visitor: Visitor;
  readonly shown: FirstFactor;
};

/**
 * Takes a password, a passkey's answer or a wallet's signature, and goes on with the login.
 * @throws {FactorRefused} {TooManyTries} {HasherBusy} nothing but counters is changed then.
 */
export async function takeFirstFactor(
  deps: FirstFactorDeps,
  { secret, visitor, shown }: TakeFirstFactor,
): Promise<LoginStep> {
  const passed = await check(deps, { secret, visitor, shown });
  return await passFirstFactor(deps, { secret, visitor, method: shown.method, ...passed });
}

type Passed = { readonly userId: UserId; readonly revision: Revision; readonly isSameNetwork?: boolean };

async function check(deps: FirstFactorDeps, { secret, visitor, shown }: TakeFirstFactor): Promise<Passed> {
  switch (shown.method) {
    case "password": {
      const { email, password } = shown;
      const checked = await checkPassword(deps, {
        email,
        password,
        network: visitor.network,
        browser: hashOf(secret),
      });
      return passedOf(deps, checked, message("failure_password"));
    }
    case "passkey":
      return passedOf(deps, await answerOf(deps, { secret, visitor, answer: shown.answer }), PASSKEY_REFUSED);
    case "lightning": {
      const checked = await checkWallet(deps, { browser: hashOf(secret) });
      if (checked.kind === "waiting") throw new FactorRefused(message("failure_wallet_waiting"));
      if (checked.kind === "unknown_wallet") throw new FactorRefused(message("failure_wallet_unknown"));
      return checked;
    }
  }
}

export const PASSKEY_REFUSED = message("failure_passkey");

/** What a passkey has answered to this browser. */
export async function answerOf(
  { site, ...deps }: Omit<CheckPasskeyDeps, "site"> & { readonly site: RelyingParty | undefined },
  { secret, visitor, answer }: { readonly secret: string; readonly visitor: Visitor; readonly answer: unknown },
): Promise<CheckedFirst> {
  if (site === undefined) return { kind: "wrong" };
  return await checkPasskey({ ...deps, site }, { browser: hashOf(secret), answer, visitor });
}

/** @throws {FactorRefused} {TooManyTries} */
export function passedOf<More>(
  { clock }: Pick<FirstFactorDeps, "clock">,
  checked: Checked<More>,
  refusal: Message,
): Extract<Checked<More>, { readonly kind: "passed" }> {
  if (checked.kind === "too_many_tries") throw new TooManyTries(checked.until, clock.now());
  if (checked.kind === "wrong") throw new FactorRefused(refusal);
  return checked;
}
