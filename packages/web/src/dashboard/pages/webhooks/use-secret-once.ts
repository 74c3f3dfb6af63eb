import { useEffect, useMemo, useState } from "react";
import { newKey } from "../../../api/call.ts";
import { CallFailed } from "../../../api/failure.ts";
import type { Shape } from "../../../api/shapes.ts";
import { useHere } from "../../context.ts";
import { keptIn } from "../../parts/kept.ts";
import { isUnknown } from "../../parts/make-once.ts";

type Secret = Shape<"WebhookSecret">;

export type SecretState =
  | { readonly kind: "none"; readonly error: unknown }
  | { readonly kind: "asking" }
  /** Nobody knows whether it was made; asked again it is not made twice. */
  | { readonly kind: "unknown"; readonly error: unknown }
  | { readonly kind: "shown"; readonly secret: Secret };

/**
 * Makes a secret once, and shows it until whoever made it has it: also after a lost answer, a login in between, or a
 * reload. The tab keeps the key of the call and never the secret: the same call shows it again.
 */
export function useSecretOnce() {
  const { api, me, project } = useHere();
  const kept = useMemo(
    () => keptIn<{ readonly key: string }>(() => sessionStorage, [me.user.id, project.id, "webhook secret"]),
    [me.user.id, project.id],
  );
  const [state, setState] = useState<SecretState>(() =>
    kept.read() === undefined ? { kind: "none", error: undefined } : { kind: "asking" },
  );
  const ask = async () => {
    const { key } = kept.read() ?? { key: newKey() };
    kept.write({ key });
    setState({ kind: "asking" });
    try {
      const secret = await api.write("post", "/v0/webhook-secret/rotate", { idempotencyKey: key });
      setState({ kind: "shown", secret });
    } catch (error) {
      if (isUnknown(error)) return setState({ kind: "unknown", error });
      // Whoever has to log in first comes back to it.
      if (!(error instanceof CallFailed && error.loginPath !== undefined)) kept.remove();
      setState({ kind: "none", error });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what an earlier page has asked is asked about once
  useEffect(() => {
    if (state.kind === "asking") void ask();
  }, []);
  const done = () => {
    kept.remove();
    setState({ kind: "none", error: undefined });
  };
  return { state, ask: () => void ask(), done };
}
