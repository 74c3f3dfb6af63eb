/** What changes while it is shown: one stream of changes for a browser, also with many windows. */
import { failureOf } from "./failure.ts";

/** What the service says: the thing of this event is another one now. Source: its document, `streamChanges`. */
export type Change = { readonly type: string; readonly objectId?: string };

/** More has changed than was told. */
export const EVERYTHING: Change = { type: "everything.changed" };

/**
 * Whether changes arrive by themselves. `lost`: the service is asked again; `full`: it has no place for now; `ended`:
 * the person may not see this any more, and the service is not asked again.
 */
export type LiveState = "opening" | "open" | "lost" | "full" | "ended";

/** `open`: it would open it now. */
export type Why = "open" | Extract<LiveState, "lost" | "full" | "ended">;

type Source = Pick<EventSource, "addEventListener" | "close" | "readyState">;
type Channel = Pick<BroadcastChannel, "addEventListener" | "close" | "postMessage">;

/** What of a browser it works with. */
export type LiveMachine = {
  openSource(url: string): Source;
  /** What the service says of a stream that it did not open. */
  askWhy(url: string): Promise<Why>;
  openChannel(name: string): Channel;
  /** None where the page has no TLS: then each window has a stream of its own. */
  readonly locks: Pick<LockManager, "request"> | undefined;
  /** Milliseconds of the time of day: they go on in a sleep. */
  nowMs(): number;
  isHidden(): boolean;
  /** Calls when the page is hidden or seen again; answers what ends that. */
  watch(listener: () => void): () => void;
  /** Calls later; answers what takes that back. */
  later(ms: number, act: () => void): () => void;
};

export type LiveOptions = {
  /** Of the stream. */
  readonly path: string;
  /** From the service, of before all that the page has read; undefined: not known. */
  readonly place?: string | undefined;
  readonly onChange: (change: Change) => void;
  readonly onState: (state: LiveState) => void;
};

/** The service says something each 30 seconds: a connection that is silent for longer is dead, as after a sleep. */
const SILENCE_MS = 45_000;
const FULL_MS = 30_000;
/** A page that is left loses its stream too, and asks nothing. */
const ASK_MS = 1_000;
const LOST_MS = 5_000;
/** So long what happens is written without a listener. Source: `LISTENED_MS` of the service. */
const KNOWN_MS = 3_600_000;
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
export function openLive({ path, place = "", onChange, onState }: LiveOptions, machine: LiveMachine): () => void {
  let lastId = place;
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
  { openSource, askWhy, nowMs, later }: Pick<LiveMachine, "openSource" | "askWhy" | "nowMs" | "later">,
): () => void {
  let source: Source | undefined;
  let cancel: () => void = () => undefined;
  let heardMs = nowMs();
  /** Changes of before it is open are missing. */
  let isGap = false;
  let isClosed = false;
  const say = (state: LiveState) => tell({ kind: "state", state });
  const wait = (ms: number, act: () => void) => {
    cancel();
    cancel = later(ms, act);
  };
  const hear = () => {
    isGap ||= nowMs() - heardMs > KNOWN_MS;
    heardMs = nowMs();
    wait(SILENCE_MS, again);
  };
  const open = () => {
    say("opening");
    const address = addressNow();
    const opened = openSource(address);
    isGap ||= !address.includes("?after="); // later the browser itself says from where it goes on
    source = opened;
    hear();
    opened.addEventListener("open", () => {
      hear();
      say("open");
      if (isGap) tell({ kind: "change", change: EVERYTHING, id: "" });
      isGap = false;
    });
    opened.addEventListener("heartbeat", hear);
    opened.addEventListener("change", (event) => {
      hear();
      const { data, lastEventId } = event as MessageEvent<string>;
      tell({ kind: "change", change: JSON.parse(data), id: lastEventId });
    });
    opened.addEventListener("error", () => {
      say("lost");
      if (opened.readyState === CLOSED) wait(ASK_MS, () => void askWhy(address).then((why) => isClosed || goOn(why)));
    });
  };
  const goOn = (why: Why) => {
    if (why === "open") return open();
    say(why);
    if (why !== "ended") wait(why === "full" ? FULL_MS : LOST_MS, open);
  };
  const again = () => {
    source?.close();
    open();
  };
  open();
  return () => {
    isClosed = true;
    cancel();
    source?.close();
  };
}

const PATIENCE_MS = 20_000;

/** @internal */
export async function whyOf(response: Response): Promise<Why> {
  const failure = failureOf(response, await response.json().catch(() => undefined), "/");
  if (failure.code === "page_streams_full") return "full";
  return failure.passes ? "lost" : "ended";
}

/** The browser itself. */
export const BROWSER: LiveMachine = {
  openSource: (url) => new EventSource(url),
  async askWhy(url) {
    const gone = new AbortController();
    try {
      const response = await fetch(url, { signal: AbortSignal.any([gone.signal, AbortSignal.timeout(PATIENCE_MS)]) });
      return response.ok ? "open" : await whyOf(response);
    } catch {
      return "lost";
    } finally {
      gone.abort();
    }
  },
  nowMs: () => Date.now(),
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
