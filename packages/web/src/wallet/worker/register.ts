import { POLICY, ROOT, WORKER } from "./names.ts";

type Policies = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
};

/**
 * The address of the worker as browsers want it that refuse to make scripts of text. The policy lets this one address
 * through, and can be made once.
 */
function workerAddress(policies: Policies | undefined): string {
  if (policies === undefined) return WORKER;
  const rules = {
    createScriptURL(url: string) {
      if (url !== WORKER) throw new TypeError("no script but the worker of the wallet");
      return url;
    },
  };
  return policies.createPolicy(POLICY, rules).createScriptURL(WORKER);
}

/** The wallet opens without a connection from now on. A browser that has no workers shows it as before. */
export async function registerWorker(): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (serviceWorker === undefined) return;
  const { trustedTypes } = window as { readonly trustedTypes?: Policies };
  await serviceWorker
    .register(workerAddress(trustedTypes), { scope: ROOT, updateViaCache: "none" })
    .catch(() => undefined);
}
