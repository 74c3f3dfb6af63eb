/** What changes while it is shown: one stream of changes for a browser, also with many windows. */

/** What the service says: the thing of this event is another one now. Source: its document, `streamChanges`. */
export type Change = { readonly type: string; readonly objectId?: string };

/** More has changed than was told. */
export const EVERYTHING: Change = { type: "everything.changed" };

/** Whether changes arrive by themselves. `full`: the service has no place for now. */
export type LiveState = "opening" | "open" | "lost" | "full";

type Source = Pick<EventSource, "addEventListener" | "close" | "readyState">;
type Channel = Pick<BroadcastChannel, "addEventListener" | "close" | "postMessage">;

/** What of a browser it works with. */
export type LiveMachine = {
  openSource(url: string): Source;
  openChannel(name: string): Channel;
  /** None where the page has no TLS: then each window has a stream of its own. */
  readonly locks: Pick<LockManager, "request"> | undefined;
  isHidden(): boolean;
  /** Calls when the page is hidden or seen again; answers what ends that. */
  watch(listener: () => void): () => void;
  /** Calls later; answers what takes that back. */
  later(ms: number, act: () => void): () => void;
};

export type LiveOptions = {
  /** Of the stream. */
  readonly path: string;
  readonly onChange: (change: Change) => void;
  readonly onState: (state: LiveState) => void;
};

/** The service says something each 30 seconds: a connection that is silent for longer is dead, as after a sleep. */
const SILENCE_MS = 45_000;
const FULL_MS = 30_000;
/** Of `EventSource` when it does not try again by itself. */
const CLOSED = 2;

type Said =
  | { readonly kind: "change"; readonly change: Change; readonly id: string }
  | { readonly kind: "state"; readonly state: LiveState }
  | { readonly kind: "ask" };

/**
 * Tells of changes while the page is seen, and answers what ends that. Of the windows that are seen one has the stream
 * and tells the others; when it is closed or hidden, another one goes on from where it was.
 */
export function openLive({ path, onChange, onState }: LiveOptions, machine: LiveMachine): () => void {
  let lastId = "";
  let stop: (() => void) | undefined;

  const start = () => {
    const ended = new AbortController();
    const channel = machine.openChannel(`leyden-live ${path}`);
    let state: LiveState = "opening";
    let isLeading = false;
    const take = (said: Said) => {
      if (said.kind === "change") {
        lastId = said.id;
        onChange(said.change);
      } else if (said.kind === "state") {
        state = said.state;
        onState(state);
      } else if (isLeading) channel.postMessage({ kind: "state", state });
    };
    const tell = (said: Said) => {
      take(said);
      channel.postMessage(said);
    };
    channel.addEventListener("message", ({ data }) => take(data as Said));
    channel.postMessage({ kind: "ask" });
    const lead = async () => {
      isLeading = true;
      const close = keepStream(
        () => (lastId === "" ? path : `${path}?after=${encodeURIComponent(lastId)}`),
        tell,
        machine,
      );
      await new Promise<void>((resolve) => {
        if (ended.signal.aborted) resolve();
        ended.signal.addEventListener("abort", () => resolve());
      });
      close();
    };
    if (machine.locks === undefined) void lead();
    // Refused when it is given up: nobody waits then.
    else void machine.locks.request(`leyden-live ${path}`, { signal: ended.signal }, lead).catch(() => undefined);
    stop = () => {
      stop = undefined;
      ended.abort();
      channel.close();
    };
  };

  const look = () => {
    if (machine.isHidden()) stop?.();
    else if (stop === undefined) {
      start();
      onChange(EVERYTHING); // nobody told it anything meanwhile
    }
  };
  const unwatch = machine.watch(look);
  if (!machine.isHidden()) start();
  return () => {
    unwatch();
    stop?.();
  };
}

/** One stream, opened again whenever it is dead; answers what closes it. */
function keepStream(
  addressNow: () => string,
  tell: (said: Said) => void,
  { openSource, later }: Pick<LiveMachine, "openSource" | "later">,
): () => void {
  let source: Source | undefined;
  let cancel: () => void = () => undefined;
  const open = () => {
    tell({ kind: "state", state: "opening" });
    const address = addressNow();
    const opened = openSource(address);
    /** Nobody told of changes before it. Later the browser itself says from where it goes on. */
    let isNew = !address.includes("?after=");
    source = opened;
    const live = () => {
      cancel();
      cancel = later(SILENCE_MS, again);
    };
    live();
    opened.addEventListener("open", () => {
      live();
      tell({ kind: "state", state: "open" });
      if (isNew) tell({ kind: "change", change: EVERYTHING, id: "" });
      isNew = false;
    });
    opened.addEventListener("heartbeat", live);
    opened.addEventListener("change", (event) => {
      live();
      const { data, lastEventId } = event as MessageEvent<string>;
      tell({ kind: "change", change: JSON.parse(data), id: lastEventId });
    });
    opened.addEventListener("error", () => {
      if (opened.readyState !== CLOSED) return tell({ kind: "state", state: "lost" });
      tell({ kind: "state", state: "full" });
      cancel();
      cancel = later(FULL_MS, again);
    });
  };
  const again = () => {
    source?.close();
    open();
  };
  open();
  return () => {
    cancel();
    source?.close();
  };
}

/** The browser itself. */
export const BROWSER: LiveMachine = {
  openSource: (url) => new EventSource(url),
  openChannel: (name) => new BroadcastChannel(name),
  get locks() {
    return navigator.locks as LockManager | undefined;
  },
  isHidden: () => document.visibilityState === "hidden",
  watch(listener) {
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  },
  later(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
