import { useEffect, useRef, useState } from "react";
import UPlot from "uplot";
import style from "./page.module.css";

export type ChartLine = {
  readonly name: string;
  /** By place: the first line has the accent. */
  readonly values: readonly (number | null)[];
};

type ChartProps = {
  readonly name: string;
  /** Seconds since 1970. */
  readonly at: readonly number[];
  readonly lines: readonly ChartLine[];
  /** Of a value on the axis. */
  readonly axisText: (value: number) => string;
  readonly timeText: (seconds: number) => string;
  /** Its days are those of UTC. */
  readonly isUtc: boolean;
  /** Highest value of the axis; undefined: that of the lines. */
  readonly top?: number;
  /** What is pointed at, by its place. */
  readonly onPoint: (index: number | undefined) => void;
};

const HEIGHT_PX = 160;
const AXIS_PX = { x: 32, y: 56 };
/** Around the texts of the axis of times. */
const GAP_PX = 10;
const POINTS_MAX = 31;
const SPACE_PX = 96;

/** Lines over time. What it says stands in a table as well, so that readers of screens miss nothing. */
export function Chart(props: ChartProps) {
  const { name, lines } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isDark = useDark();
  const shown = useRef(props);
  shown.current = props;
  const data = JSON.stringify([props.at, lines]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew with other values, or in other colours
  useEffect(() => {
    const place = frame.current;
    if (place === null) return undefined;
    const plot = draw(place, shown.current);
    const watch = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT_PX }));
    watch.observe(place);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [data, isDark]);
  return (
    <>
      <p className={style["legend"]} aria-hidden="true">
        {lines.map((line, i) => (
          <span key={line.name}>
            <span className={i === 0 ? style["first"] : style["second"]} data-line={i} /> {line.name}
          </span>
        ))}
      </p>
      <div ref={frame} className={style["plot"]} role="img" aria-label={`${name}: the numbers are in the table`} />
    </>
  );
}

function draw(place: HTMLElement, { at, lines, axisText, timeText, isUtc, top, onPoint }: ChartProps): UPlot {
  const legend = place.previousElementSibling;
  const colours = lines.map((_, i) => colourOf(legend?.querySelector(`[data-line="${i}"]`) ?? place));
  const { color: ink, borderTopColor: grid, fontFamily } = getComputedStyle(place);
  const axis = { stroke: ink, font: `12px ${fontFamily}`, grid: { stroke: grid, width: 1 }, ticks: { show: false } };
  const textPx = widestOf(at.map(timeText), axis.font);
  return new UPlot(
    {
      width: place.clientWidth,
      height: HEIGHT_PX,
      // The last text stands below the end of the lines.
      padding: [GAP_PX, textPx / 2, 0, 0],
      legend: { show: false },
      ...(isUtc && { tzDate: (seconds: number) => UPlot.tzDate(new Date(seconds * 1_000), "Etc/UTC") }),
      cursor: { drag: { x: false, y: false }, y: false, points: { size: 7 } },
      scales: { x: { time: true }, y: { range: (_, __, most) => [0, top ?? (most > 0 ? most * 1.1 : 1)] } },
      axes: [
        {
          ...axis,
          space: Math.max(SPACE_PX, textPx + GAP_PX),
          size: AXIS_PX.x,
          gap: GAP_PX,
          values: (_, splits) => splits.map(timeText),
        },
        { ...axis, size: AXIS_PX.y, values: (_, splits) => splits.map(axisText) },
      ],
      series: [
        {},
        ...colours.map((stroke, i) => ({
          stroke,
          width: 2,
          spanGaps: true,
          // Colours are not the only sign.
          ...(i > 0 && { dash: [6, 4] }),
          points: { show: isSparse(lines[i]), size: 5, fill: stroke },
        })),
      ],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    },
    [[...at], ...lines.map(({ values }) => [...values])],
    place,
  );
}

/** Pixels of the longest text. */
function widestOf(texts: readonly string[], font: string): number {
  const pen = document.createElement("canvas").getContext("2d");
  if (pen === null) return 0;
  pen.font = font;
  return Math.max(0, ...texts.map((text) => pen.measureText(text).width));
}

/** One value alone makes no line: few are shown as points. */
function isSparse(line: ChartLine | undefined): boolean {
  return (line?.values.filter((value) => value !== null).length ?? 0) <= POINTS_MAX;
}

function colourOf(element: Element): string {
  return getComputedStyle(element).color;
}

/** Whether the page is dark: a canvas does not change its colours by itself. */
function useDark(): boolean {
  const [query] = useState(() => matchMedia("(prefers-color-scheme: dark)"));
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const change = () => setDark(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, [query]);
  return isDark;
}
