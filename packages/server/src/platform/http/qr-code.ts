import encodeQR from "qr";
import { type Html, html } from "../html.ts";

/** White around the code, in modules (ISO/IEC 18004, section 6.3.8). */
const QUIET_MODULES = 4;

/**
 * A QR code as an SVG that needs no style: black on white, also on a dark page, because not every reader takes the
 * reverse. Texts of digits, upper-case letters and `$%*+-./:` make smaller codes.
 */
export function qrCode(text: string, label: string): Html {
  const rows = encodeQR(text, "raw", { border: QUIET_MODULES });
  const size = rows.length;
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
<path fill="#ffffff" d="M0 0h${size}v${size}H0z"/><path fill="#000000" d="${rows.map(pathOfRow)}"/></svg>`;
}

/** One bar for each run of dark modules. */
function pathOfRow(row: readonly boolean[], y: number): string {
  const bars = row.map((isDark) => (isDark ? "x" : " ")).join("");
  return [...bars.matchAll(/x+/g)].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`).join("");
}
