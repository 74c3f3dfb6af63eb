/** What the page says to the page around it, and to the app whose web view shows it. */
import type { RampMessage } from "../../../widget/src/message.ts";

export type Announcement = RampMessage extends infer One
  ? One extends RampMessage
    ? Omit<One, "leyden" | "channel">
    : never
  : never;
export type Announce = (announcement: Announcement) => void;

type Surroundings = {
  /** Undefined when the page is not in a frame. */
  readonly parent: Pick<Window, "postMessage"> | undefined;
  /** Of an app written in React Native. */
  readonly webView: { postMessage(text: string): void } | undefined;
};

/** Names of the older protocol, which existing wrappers listen for. */
const OLDER: Readonly<Partial<Record<Announcement["type"], string>>> = {
  ready: "WIDGET_READY",
  step: "WIDGET_STEP_CHANGE",
  success: "WIDGET_TRANSACTION_COMPLETE",
  error: "WIDGET_ERROR",
  close: "WIDGET_CLOSE",
};

export function announcer({ parent, webView }: Surroundings, channel: string, targets: readonly string[]): Announce {
  return (announcement) => {
    const data = "data" in announcement ? announcement.data : undefined;
    const type = OLDER[announcement.type];
    const older = type === undefined ? undefined : { type, payload: data ?? {} };
    for (const origin of targets) {
      parent?.postMessage({ leyden: "ramp", channel, ...announcement }, origin);
      if (older !== undefined) parent?.postMessage(older, origin);
    }
    if (older !== undefined) webView?.postMessage(JSON.stringify(older));
  };
}

/**
 * Whom the page may speak to: the origin that the widget named when the service lists it. An older wrapper names none,
 * and then each listed origin is tried: a browser delivers to the one that is there.
 */
export function targetsOf(parent: string | undefined, listed: readonly string[]): readonly string[] {
  if (parent === undefined) return listed.filter((origin) => !origin.endsWith(ANY_PORT));
  return listed.some((origin) => isListedAs(origin, parent)) ? [parent] : [];
}

/** Ends an origin in a list of those that are allowed, on test networks. */
const ANY_PORT = ":*";

function isListedAs(listed: string, parent: string): boolean {
  if (!listed.endsWith(ANY_PORT)) return listed === parent;
  const url = URL.parse(parent);
  return url !== null && url.origin === parent && `${url.protocol}//${url.hostname}${ANY_PORT}` === listed;
}
