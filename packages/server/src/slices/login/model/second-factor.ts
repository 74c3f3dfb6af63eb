import type { Method } from "./method.ts";

/** What a browser has shown in one attempt to log in. */
export type Shown =
  | { readonly method: Exclude<Method, "lightning"> }
  /** `isSameNetwork`: the wallet answered from the network of the browser that shows the code. */
  | { readonly method: "lightning"; readonly isSameNetwork: boolean };

/** What the user has that counts for the decision. */
export type OwnedFactors = {
  /** An authenticator app, confirmed by a first code. */
  readonly hasTotp: boolean;
  readonly recoveryCodes: number;
  readonly passkeys: number;
};

export type LoginDecision =
  /** Nothing that was shown begins a login. */
  | { readonly kind: "first_factor_due" }
  /** One of `methods`, which the user has, is needed beside what was shown. */
  | { readonly kind: "second_factor_due"; readonly methods: readonly Method[] }
  | { readonly kind: "complete" };

/**
 * Whether a login is complete; each way in asks here and nowhere else.
 *
 * - E-mail code, passkey, password and wallet begin a login; app and recovery codes do not.
 * - A passkey completes it: its device asked for a finger or a PIN, which we require.
 * - With an authenticator app on, everything else needs the app's code, a recovery code, or a passkey.
 * - A wallet that answered from another network than the browser's may have been shown a code by somebody else: an
 *   e-mail code is needed too. With an app on, what the app asks for is enough.
 */
export function decideLogin(shown: readonly Shown[], owned: OwnedFactors): LoginDecision {
  const has = (...methods: readonly Method[]) => shown.some(({ method }) => methods.includes(method));
  if (has("passkey")) return { kind: "complete" };
  if (!has("email", "password", "lightning")) return { kind: "first_factor_due" };

  if (owned.hasTotp)
    return has("totp", "recovery")
      ? { kind: "complete" }
      : { kind: "second_factor_due", methods: secondFactors(owned) };
  const isTrusted = shown.some((one) =>
    one.method === "lightning" ? one.isSameNetwork : BEGINS_ALONE.includes(one.method),
  );
  return isTrusted ? { kind: "complete" } : { kind: "second_factor_due", methods: ["email", ...passkeyOf(owned)] };
}

const BEGINS_ALONE: readonly Method[] = ["email", "password"];

function secondFactors(owned: OwnedFactors): readonly Method[] {
  return ["totp", ...(owned.recoveryCodes > 0 ? (["recovery"] as const) : []), ...passkeyOf(owned)];
}

function passkeyOf({ passkeys }: OwnedFactors): readonly Method[] {
  return passkeys > 0 ? ["passkey"] : [];
}
