import { Status } from "./status.tsx";
import { useUi } from "./words.ts";

/** Says when what is shown does not change by itself. */
export function LiveNotice({ state }: { state: "opening" | "open" | "lost" | "full" }) {
  const { words } = useUi();
  return (
    <div className="live" role="status">
      {(state === "lost" || state === "full") && (
        <Status tone="warn">{state === "lost" ? words.liveLost : words.liveFull}</Status>
      )}
    </div>
  );
}
