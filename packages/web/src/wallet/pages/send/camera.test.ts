import { describe, expect, it } from "vitest";
import { type CameraProblem, openCamera, problemOf } from "./camera.ts";

/** A camera that shows `texts`, one in each frame, and what became of it. */
function fakeCamera(texts: readonly (string | undefined)[], refusal?: Error) {
  const heard: unknown[] = [];
  let isOn = false;
  let take = () => undefined;
  const track = {
    addEventListener(_: "ended", hear: () => undefined) {
      take = hear;
    },
    stop() {
      isOn = false;
    },
  };
  const video = { srcObject: null, videoWidth: 4, videoHeight: 3, play: async () => undefined };
  const devices = {
    getUserMedia: async () => {
      if (refusal !== undefined) throw refusal;
      isOn = true;
      return { getTracks: () => [track] } as unknown as MediaStream;
    },
  };
  const frames = [...texts];
  const openReader = async () => async () => frames.shift();
  const read = new Promise<void>((resolve) => {
    const end = openCamera(
      video as unknown as HTMLVideoElement,
      { devices, openReader },
      {
        onLooking: () => void heard.push("looking"),
        onText: (text) => resolve(void heard.push(text)),
        onProblem: (problem: CameraProblem) => resolve(void heard.push(problem)),
      },
    );
    if (texts.length === 0 && refusal === undefined) resolve(end());
  });
  return { heard, read, isOn: () => isOn, take: () => take() };
}

const named = (name: string) => Object.assign(new Error("no"), { name });

describe("a camera", () => {
  it("looks until it reads a code, and is off then", async () => {
    const camera = fakeCamera([undefined, "", "bob@pay.example", "later"]);
    await camera.read;
    expect(camera.heard).toEqual(["looking", "bob@pay.example"]);
    expect(camera.isOn()).toBe(false);
  });

  it("says so when it is taken away while it looks", async () => {
    const camera = fakeCamera(new Array(50));
    await expect.poll(() => camera.heard).toEqual(["looking"]);
    camera.take();
    await camera.read;
    expect(camera.heard).toEqual(["looking", "busy"]);
    expect(camera.isOn()).toBe(false);
  });

  it("is off when it is closed before it is there", async () => {
    const camera = fakeCamera([]);
    await camera.read;
    await Promise.resolve();
    await Promise.resolve();
    expect(camera.heard).toEqual([]);
    expect(camera.isOn()).toBe(false);
  });

  it.each([
    ["NotAllowedError", "denied"],
    ["NotFoundError", "none"],
    ["NotReadableError", "busy"],
    ["SomethingElse", "busy"],
  ])("that is not there says why: %s is %s", async (name, problem) => {
    const camera = fakeCamera([], named(name));
    await camera.read;
    expect(camera.heard).toEqual([problem]);
    expect(problemOf(named(name))).toBe(problem);
  });

  it("is not to be had where the page is not secure", () => {
    const heard: string[] = [];
    openCamera(
      {} as HTMLVideoElement,
      { devices: undefined, openReader: async () => async () => undefined },
      { onLooking: () => undefined, onText: () => undefined, onProblem: (problem) => void heard.push(problem) },
    );
    expect(heard).toEqual(["insecure"]);
  });
});
