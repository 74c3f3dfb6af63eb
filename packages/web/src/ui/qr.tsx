import { lazy, Suspense } from "react";

const Picture = lazy(async () => ({ default: (await import("./qr-picture.tsx")).QrPicture }));

/**
 * A QR code; what draws it is loaded with the first one. Upper-case letters, digits and `$%*+-./:` make smaller codes.
 */
export function Qr({ text, label }: { text: string; label: string }) {
  return (
    <Suspense fallback={<span className="qr" />}>
      <Picture text={text} label={label} />
    </Suspense>
  );
}
