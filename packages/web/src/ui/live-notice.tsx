import { Status } from "./status.tsx";
import { useUi } from "./words.ts";

/** Says when what is shown does not change by itself. */
export function LiveNotice({ state }: { state: "opening" | "open" | "lost" | "full" | "ended" }) {
  const { words } = useUi();
  const said = {
    opening: undefined,
    open: undefined,
    lost: words.liveLost,
    full: words.liveFull,
    ended: words.liveEnded,
  };
  return (
    <div className="live" role="status">
      {said[state] !== undefined && <Status tone="warn">{said[state]}</Status>}
    </div>
  );
}
