import type { ReadQr } from "./read-qr.ts";

/** Why there is no picture. */
export type CameraProblem = "denied" | "none" | "busy" | "insecure";

/** What a browser says of it (Media Capture and Streams, section 10.2). */
const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "none",
  OverconstrainedError: "none",
  NotReadableError: "busy",
  AbortError: "busy",
};

export function problemOf(error: unknown): CameraProblem {
  return (error instanceof Error ? PROBLEMS[error.name] : undefined) ?? "busy";
}

/** Frames of a camera are looked at so often. */
const LOOK_MS = 120;

type Devices = { getUserMedia(wanted: MediaStreamConstraints): Promise<MediaStream> };
type CameraDeps = {
  /** Undefined where the page is not secure. */
  readonly devices: Devices | undefined;
  readonly openReader: () => Promise<ReadQr>;
};
type Hears = { onLooking(): void; onText(text: string): void; onProblem(problem: CameraProblem): void };

/** Shows the camera in `video` until a code is read, or until what it answers is called. The camera is off then. */
export function openCamera(video: HTMLVideoElement, { devices, openReader }: CameraDeps, hears: Hears): () => void {
  let hasEnded = false;
  let stream: MediaStream | undefined;
  const end = () => {
    hasEnded = true;
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  };
  const fail = (error: unknown) => {
    if (hasEnded) return;
    end();
    hears.onProblem(problemOf(error));
  };
  const look = async (): Promise<void> => {
    stream = await devices?.getUserMedia({ video: { facingMode: "environment" }, audio: false });
    if (hasEnded || stream === undefined) return end();
    for (const track of stream.getTracks()) track.addEventListener("ended", fail); // another app has taken it
    video.srcObject = stream;
    await video.play();
    hears.onLooking();
    const read = await openReader();
    while (!hasEnded) {
      const { videoWidth: width, videoHeight: height } = video;
      const text = width > 0 ? await read({ source: video, width, height }) : undefined;
      if (hasEnded) return;
      if (text !== undefined && text !== "") {
        end();
        return hears.onText(text);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };
  if (devices === undefined) hears.onProblem("insecure");
  else look().catch(fail);
  return end;
}
