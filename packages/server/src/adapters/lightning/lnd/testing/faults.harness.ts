import { machineClock } from "#platform/machine/clock.ts";
import type { RpcError } from "./fields.harness.ts";

/** Where an answer goes. */
export type Reply = {
  /** One message of a stream, or the answer to a plain call. */
  send(message: object): void;
  /** The server ends the stream. */
  end(): void;
  fail(error: RpcError): void;
  /** Aborts when the caller has left. */
  readonly left: AbortSignal;
};

/** A reply with its bytes in hand. */
export type RawReply = Reply & {
  readonly isStream: boolean;
  write(text: string, status?: number): void;
  textOf(message: object): string;
  /** The connection breaks. */
  cut(): void;
  /** A second answer on the same connection. */
  repeat(): void;
};

/**
 * What goes wrong with one call. `acts`: the node has done what it was asked to. `after`: so many messages of a stream
 * come through before.
 */
export type Fault =
  | { readonly kind: "hang"; readonly acts: boolean; readonly after: number }
  | { readonly kind: "cut"; readonly acts: boolean; readonly after: number; readonly inside: boolean }
  | { readonly kind: "late"; readonly ms: number }
  | { readonly kind: "twice" }
  | { readonly kind: "nonsense"; readonly text: string; readonly status: number; readonly acts: boolean }
  | { readonly kind: "error"; readonly error: RpcError; readonly acts: boolean; readonly after: number };

/** No answer, as long as the connection stands. */
export const hangs = ({ acts = true, after = 0 } = {}): Fault => ({ kind: "hang", acts, after });

/** The connection breaks before the node has done anything. */
export const cutBefore = (): Fault => ({ kind: "cut", acts: false, after: 0, inside: false });

/** The connection breaks in the middle of the answer, or of the message after so many. */
export const cutInside = (after = 0): Fault => ({ kind: "cut", acts: true, after, inside: true });

/** The connection breaks when the node has done it: without an answer, or after so many messages. */
export const cutAfter = (after = 0): Fault => ({ kind: "cut", acts: true, after, inside: false });

export const late = (ms: number): Fault => ({ kind: "late", ms });

/** Each message of a stream comes twice; of a plain call the whole answer. */
export const twice = (): Fault => ({ kind: "twice" });

/** The node answers something else. `acts`: it has done it. */
export const nonsense = (text: string, { status = 200, acts = true } = {}): Fault => ({
  kind: "nonsense",
  text,
  status,
  acts,
});

/** An error in place of an answer. `acts`: the node has done it all the same. */
export const fails = (error: RpcError, { acts = false, after = 0 } = {}): Fault => ({
  kind: "error",
  error,
  acts,
  after,
});

/** A reply with a fault in it. What a fault that does not act makes of the call happens at once. */
export function withFault(fault: Fault, raw: RawReply): Reply {
  let sent = 0;
  const untilBroken = (broken: (message?: object) => void): Reply => ({
    ...raw,
    send: (message) => (sent++ < afterOf(fault) ? raw.send(message) : broken(message)),
    end: () => broken(),
    fail: () => broken(),
  });
  switch (fault.kind) {
    case "hang":
      return untilBroken(() => undefined);
    case "cut":
      return untilBroken((message) => {
        if (fault.inside && message !== undefined) {
          const text = raw.textOf(message);
          raw.write(text.slice(0, Math.floor(text.length / 2)));
        }
        raw.cut();
      });
    case "late":
      return delayed(raw, fault.ms);
    case "twice":
      return {
        ...raw,
        send(message) {
          raw.send(message);
          if (raw.isStream) raw.send(message);
        },
        end() {
          raw.end();
          if (!raw.isStream) raw.repeat();
        },
      };
    case "nonsense":
      return untilBroken(() => {
        raw.write(fault.text, fault.status);
        raw.end();
      });
    case "error":
      return untilBroken(() => raw.fail(fault.error));
  }
}

function afterOf(fault: Fault): number {
  return "after" in fault ? fault.after : 0;
}

/** All in the same order, so much later. */
function delayed(raw: RawReply, ms: number): Reply {
  let last: Promise<unknown> = Promise.resolve();
  const later = (act: () => void) => {
    const due = machineClock.sleep(ms);
    last = last.then(() => due).then(act);
  };
  return {
    ...raw,
    send: (message) => later(() => raw.send(message)),
    end: () => later(() => raw.end()),
    fail: (error) => later(() => raw.fail(error)),
  };
}
