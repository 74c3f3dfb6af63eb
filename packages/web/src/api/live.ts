/** What changes while it is shown: one stream of events for each tab, which is closed while nobody looks at it. */

/** Whether changes arrive by themselves. `full`: the service has no place; the page reads when it is looked at. */
export type LiveState = "opening" | "open" | "lost" | "full" | "closed";

/** One event: its type, and the data that the service sent with it. */
export type LiveEvent = { readonly type: string; readonly id: string; readonly data: unknown };

export type LiveOptions = {
  readonly path: string;
  readonly types: readonly string[];
  readonly onEvent: (event: LiveEvent) => void;
  readonly onState: (state: LiveState) => void;
};

/** Opens the stream, and answers what closes it for good. */
export function openLive({ path, types, onEvent, onState }: LiveOptions): () => void {
  let source: EventSource | undefined;
  let lastId = "";
  const close = (state: LiveState) => {
    source?.close();
    source = undefined;
    onState(state);
  };
  const open = () => {
    if (source !== undefined || document.visibilityState === "hidden") return;
    onState("opening");
    // A stream that is opened anew asks for what it missed; while it lasts, the browser does so by itself.
    source = new EventSource(lastId === "" ? path : `${path}?after=${encodeURIComponent(lastId)}`);
    source.onopen = () => onState("open");
    source.onerror = () => (source?.readyState === EventSource.CLOSED ? close("full") : onState("lost"));
    for (const type of types)
      source.addEventListener(type, (message: MessageEvent<string>) => {
        lastId = message.lastEventId;
        onEvent({ type, id: lastId, data: JSON.parse(message.data) });
      });
  };
  const look = () => (document.visibilityState === "hidden" ? close("closed") : open());
  document.addEventListener("visibilitychange", look);
  open();
  return () => {
    document.removeEventListener("visibilitychange", look);
    close("closed");
  };
}
