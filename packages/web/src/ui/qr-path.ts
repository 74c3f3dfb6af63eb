import encodeQR from "qr";

/** White around the code, in modules (ISO/IEC 18004, section 6.3.8). */
const QUIET_MODULES = 4;

/** The dark modules as a path on a field of `size` by `size`: one bar for each run of them. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, "raw", { border: QUIET_MODULES });
  return { size: rows.length, path: rows.map(pathOfRow).join("") };
}

function pathOfRow(row: readonly boolean[], y: number): string {
  const bars = row.map((isDark) => (isDark ? "x" : " ")).join("");
  return [...bars.matchAll(/x+/g)].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`).join("");
}
