import { type CSSProperties, createElement, type ReactElement, useEffect, useRef } from "react";
import { createRamp } from "./index.ts";
import type { RampOptions } from "./options.ts";

export type LeydenRampProps = Omit<RampOptions, "container"> & {
  readonly className?: string;
  readonly style?: CSSProperties;
};

/**
 * The ramp as a component. The frame stays as it is until token or base URL change; callbacks may be other functions
 * each time.
 */
export function LeydenRamp(props: LeydenRampProps): ReactElement {
  const { sessionToken, sessionId, baseUrl, className, style } = props;
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: theme and locale are of the moment when the frame is loaded
  useEffect(() => {
    if (box.current === null) return undefined;
    const ramp = createRamp({
      sessionToken,
      sessionId,
      baseUrl,
      container: box.current,
      theme: props.theme,
      locale: props.locale,
      onSuccess: (purchase) => latest.current.onSuccess?.(purchase),
      onError: (failure) => latest.current.onError?.(failure),
      onClose: () => latest.current.onClose?.(),
      onReady: () => latest.current.onReady?.(),
      onStepChange: (step) => latest.current.onStepChange?.(step),
    });
    // Later: in its strict mode React begins each effect twice, and a frame that is torn down at once could have spent
    // the token.
    const timer = setTimeout(() => ramp.mount());
    return () => {
      clearTimeout(timer);
      ramp.destroy();
    };
  }, [sessionToken, sessionId, baseUrl]);
  return createElement("div", { ref: box, className, style });
}
