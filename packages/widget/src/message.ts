import type { RampFailure, RampStep, RampSuccess } from "./options.ts";

/** What the page in the frame says to the page around it. */
export type RampMessage = { readonly leyden: "ramp"; readonly channel: string } & (
  | { readonly type: "ready" | "close" }
  | { readonly type: "step"; readonly data: RampStep }
  | { readonly type: "success"; readonly data: RampSuccess }
  | { readonly type: "error"; readonly data: RampFailure }
  /** CSS pixels. */
  | { readonly type: "resize"; readonly data: { readonly height: number } }
);

type Trusted = { readonly source: unknown; readonly origin: string; readonly channel: string };

/**
 * The message in `event` when it is from our frame: its window, exactly its origin, and the channel that only this
 * mount and its frame know. Undefined otherwise: other frames and windows may send anything.
 */
export function trustedMessage(
  event: MessageEvent<unknown>,
  { source, origin, channel }: Trusted,
): RampMessage | undefined {
  if (source === null || event.source !== source || event.origin !== origin) return undefined;
  const message = event.data as RampMessage | null;
  return message?.leyden === "ramp" && message.channel === channel ? message : undefined;
}
