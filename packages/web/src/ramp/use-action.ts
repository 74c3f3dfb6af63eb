import { useRef, useState } from "react";
import { isTermsChanged } from "./api.ts";
import { useRamp } from "./context.ts";
import { failureText } from "./failure-text.ts";

export type Action = {
  readonly busy: boolean;
  /** In the person's language; undefined when the last one went well. */
  readonly failure: string | undefined;
  fail(text: string | undefined): void;
  /** One at a time. Resolves with whether it went well. */
  run(work: () => Promise<unknown>): Promise<boolean>;
};

/** What a button does: it is busy meanwhile, and says what went wrong. */
export function useAction(): Action {
  const { t } = useRamp();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const [failure, fail] = useState<string>();
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    fail(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      // Beside the terms stands that they are others now.
      if (!isTermsChanged(error)) fail(failureText(t, error));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, failure, fail, run };
}
