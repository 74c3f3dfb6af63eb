import type { PageShape } from "../../../api/shapes.ts";

export type Totals = PageShape<"Totals">;
type Period = Totals["totals"][number];

/** Periods that can be looked at. `hours`: so many; undefined: as the service chooses. */
export const SPANS = {
  day: { label: "24 hours", by: "hour", hours: 24 },
  week: { label: "7 days", by: "hour", hours: 7 * 24 },
  month: { label: "30 days", by: "day", hours: 30 * 24 },
  year: { label: "A year", by: "day", hours: 365 * 24 },
} as const;
export type Span = keyof typeof SPANS;

export function spanOf(text: string | undefined): Span {
  return text !== undefined && Object.hasOwn(SPANS, text) ? (text as Span) : "month";
}

const HOUR_MS = 3_600_000;

/** What to ask the service for. */
export function askedFor(span: Span, now: number): { readonly by: "hour" | "day"; readonly from: string } {
  const { by, hours } = SPANS[span];
  const length = by === "hour" ? HOUR_MS : 24 * HOUR_MS;
  // The period that is not over yet is one of them.
  return { by, from: new Date((Math.floor(now / length) + 1) * length - hours * HOUR_MS).toISOString() };
}

/** A period of a chart and of its table: also one in which nothing happened. */
export type Point = {
  /** Seconds since 1970. */
  readonly at: number;
  readonly paid: number;
  readonly failed: number;
  readonly received: number;
  /** Msats. */
  readonly paidMsats: string;
  readonly feesMsats: string;
  readonly receivedMsats: string;
  /** Of those that have ended; null: none has. */
  readonly successPercent: number | null;
  /** On average, from making to end; null: none was completed. */
  readonly tookSeconds: number | null;
};

/** Every period from the first to the last, the oldest first. */
export function pointsOf({ from, to, by, totals }: Totals): readonly Point[] {
  const length = by === "hour" ? HOUR_MS : 24 * HOUR_MS;
  const found = new Map(totals.map((period) => [Date.parse(period.at), period]));
  const begin = Date.parse(from);
  const count = Math.round((Date.parse(to) - begin) / length);
  return Array.from({ length: count }, (_, i) => {
    const at = begin + i * length;
    return pointOf(at / 1_000, found.get(at));
  });
}

function pointOf(at: number, period: Period | undefined): Point {
  const { completed = 0, failed = 0, amount = "0", fees = "0", tookMs = 0 } = period?.payments ?? {};
  const ended = completed + failed;
  return {
    at,
    paid: completed,
    failed,
    received: period?.receipts.count ?? 0,
    paidMsats: amount,
    feesMsats: fees,
    receivedMsats: period?.receipts.amount ?? "0",
    successPercent: ended === 0 ? null : (completed / ended) * 100,
    tookSeconds: completed === 0 ? null : tookMs / completed / 1_000,
  };
}

/** All points together. */
export function sumOf(points: readonly Point[]): Point {
  const sum = (of: (point: Point) => number) => points.reduce((total, point) => total + of(point), 0);
  const msats = (of: (point: Point) => string) =>
    String(points.reduce((total, point) => total + BigInt(of(point)), 0n));
  const [paid, failed] = [sum((point) => point.paid), sum((point) => point.failed)];
  const tookSeconds = sum((point) => (point.tookSeconds ?? 0) * point.paid);
  return {
    at: points[0]?.at ?? 0,
    paid,
    failed,
    received: sum((point) => point.received),
    paidMsats: msats((point) => point.paidMsats),
    feesMsats: msats((point) => point.feesMsats),
    receivedMsats: msats((point) => point.receivedMsats),
    successPercent: paid + failed === 0 ? null : (paid / (paid + failed)) * 100,
    tookSeconds: paid === 0 ? null : tookSeconds / paid,
  };
}

/** For a drawing, which needs no msat: what is calculated with and read stays text. */
export function satsToDraw(msats: string): number {
  return Number(BigInt(msats)) / 1_000;
}

export function percentText(percent: number | null): string {
  if (percent === null) return "–";
  // What is not all is not shown as all.
  return `${percent < 100 && percent > 99.9 ? "99.9" : String(Math.round(percent * 10) / 10)} %`;
}

export function secondsText(seconds: number | null): string {
  if (seconds === null) return "–";
  if (seconds < 90) return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 360) / 10} h`;
}
