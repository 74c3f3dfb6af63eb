import type { RampWindow } from "./options.ts";

export const ID = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";
export const TOKEN = `rst_${ID.replaceAll("-", "")}_${"A".repeat(43)}`;

/** A browser's window as far as the ramp sees it. For tests only. */
export function fakeWindow() {
  const listeners = new Set<(event: MessageEvent) => void>();
  const frames: FakeFrame[] = [];
  const container = {
    append: (frame: FakeFrame) => frames.push(frame),
  };
  const timers = new Map<number, { readonly work: () => void; readonly ms: number }>();
  const window = {
    setTimeout: (work: () => void, ms: number) => {
      timers.set(timers.size + 1, { work, ms });
      return timers.size;
    },
    clearTimeout: (timer: number) => void timers.delete(timer),
    location: { origin: "https://shop.example" },
    crypto: { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => globalThis.crypto.getRandomValues(bytes) },
    document: {
      documentElement: { lang: "" },
      createElement: () => newFrame(frames),
      querySelector: (selector: string) => (selector === "#ramp" ? container : null),
    },
    addEventListener: (_type: "message", listener: (event: MessageEvent) => void) => listeners.add(listener),
    removeEventListener: (_type: "message", listener: (event: MessageEvent) => void) => listeners.delete(listener),
  };
  return {
    window: window as unknown as RampWindow,
    container: container as unknown as HTMLElement,
    frames,
    listeners,
    /** Lets the time pass of all timers. Returns how long they were. */
    pass: (): number[] =>
      [...timers].map(([timer, { work, ms }]) => {
        timers.delete(timer);
        work();
        return ms;
      }),
    say(event: { readonly source: unknown; readonly origin: string; readonly data: unknown }): void {
      for (const listener of [...listeners]) listener(event as MessageEvent);
    },
  };
}

export type FakeFrame = {
  src: string;
  title: string;
  allow: string;
  textContent?: string;
  readonly style: { cssText: string; height?: string; display?: string };
  readonly contentWindow: object | null;
  setAttribute(name: string, value: string): void;
  before(other: FakeFrame): void;
  remove(): void;
};

function newFrame(frames: FakeFrame[]): FakeFrame {
  const frame: FakeFrame = {
    src: "",
    title: "",
    allow: "",
    style: { cssText: "" },
    contentWindow: {},
    setAttribute: () => undefined,
    before: (other) => void frames.unshift(other),
    remove: () => void frames.splice(frames.indexOf(frame), 1),
  };
  return frame;
}
