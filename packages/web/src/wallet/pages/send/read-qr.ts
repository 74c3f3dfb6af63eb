/** Finds the text of a QR code in a picture. */

type Detector = { detect(picture: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]> };
type DetectorOf = {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

/** Larger ones are made smaller before they are looked at: a code has far fewer modules. */
const SIDE_MAX = 1_280;
/** For one picture; those of a camera come one after the other. */
const LOOK_MS = { picture: 1_000, frame: 60 } as const;
const FORMAT = "qr_code";

export type Picture = {
  readonly source: HTMLVideoElement | ImageBitmap;
  readonly width: number;
  readonly height: number;
};
export type ReadQr = (picture: Picture) => Promise<string | undefined>;

/** As the browser reads codes, else as a library does, which is loaded with the first picture. */
export async function openReader(kind: keyof typeof LOOK_MS): Promise<ReadQr> {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: DetectorOf };
  const formats = await BarcodeDetector?.getSupportedFormats().catch(() => undefined);
  if (BarcodeDetector !== undefined && formats?.includes(FORMAT) === true) {
    const detector = new BarcodeDetector({ formats: [FORMAT] });
    // It refuses pictures that it cannot look at, such as a camera's before its first frame.
    return async ({ source }) => (await detector.detect(source).catch(() => []))[0]?.rawValue;
  }
  const { decodeQR } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  return async (picture) => {
    const pixels = pixelsOf(picture, canvas);
    if (pixels === undefined) return undefined;
    try {
      return decodeQR(pixels, { timeLimit: LOOK_MS[kind] });
    } catch {
      return undefined; // there is none
    }
  };
}

function pixelsOf({ source, width, height }: Picture, canvas: HTMLCanvasElement): ImageData | undefined {
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height);
}

/** The text in a file; undefined where it is no picture, or has no code. */
export async function readImage(file: Blob): Promise<string | undefined> {
  const source = await createImageBitmap(file).catch(() => undefined);
  if (source === undefined) return undefined;
  const { width, height } = source;
  try {
    return await (await openReader("picture"))({ source, width, height });
  } finally {
    source.close();
  }
}
