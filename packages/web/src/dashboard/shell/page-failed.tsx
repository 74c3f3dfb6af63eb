import { ErrorState } from "../../ui/states.tsx";

/** A page whose script failed, or did not come. */
export function PageFailed({ error, reset }: { error: unknown; reset: () => void }) {
  return <ErrorState error={error} onRetry={reset} />;
}
