import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useUi } from "../../../ui/words.ts";
import { useFilters, useHere } from "../../context.ts";
import { Chart, type ChartLine } from "./chart.tsx";
import style from "./page.module.css";
import {
  askedFor,
  type Point,
  percentText,
  pointsOf,
  SPANS,
  type Span,
  satsToDraw,
  secondsText,
  spanOf,
  sumOf,
} from "./series.ts";
import { TotalsTable } from "./totals-table.tsx";

/** What the project paid and received over time. */
export function Charts() {
  const { api, project } = useHere();
  const [search, change] = useFilters();
  const span = spanOf(search["span"]);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["project", project.id, "totals", span],
    queryFn: ({ signal }) => api.get("/totals", { query: askedFor(span, Date.now()), signal }),
    placeholderData: keepPreviousData,
    meta: { live: ["wallet", "payment", "receipt"] },
  });
  return (
    <section aria-labelledby="charts">
      <div className={style["charts-head"]}>
        <h2 id="charts">Paid and received</h2>
        <SpanSwitch span={span} onChange={(next) => change({ span: next === "month" ? undefined : next })} />
      </div>
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={8} />}
      {data?.isComplete === false && (
        <p className="notice">The service still counts what happened before its last start: some of it is missing.</p>
      )}
      {data?.totals.length === 0 && <p className="soft">Nothing was paid or received in this time.</p>}
      {data !== undefined && data.totals.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <AllCharts points={pointsOf(data)} by={data.by} />
        </div>
      )}
    </section>
  );
}

function SpanSwitch({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  return (
    <fieldset className="switch-row">
      <legend className="hidden">Time</legend>
      {Object.entries(SPANS).map(([name, { label }]) => (
        <label key={name}>
          <input type="radio" name="span" checked={span === name} onChange={() => onChange(name as Span)} />
          <span className="switch-word">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function AllCharts({ points, by }: { points: readonly Point[]; by: "hour" | "day" }) {
  const { locale } = useUi();
  const all = sumOf(points);
  const at = points.map((point) => point.at);
  const timeText = timeTextOf(by, locale);
  const numbers = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const common = { at, timeText, points, isUtc: by === "day" };
  const sats = { ...common, axisText: (value: number) => numbers.format(value) };
  return (
    <>
      <div className={style["charts"]}>
        <Titled
          {...sats}
          name="Volume in sat"
          lines={[
            { name: "Paid", values: points.map(({ paidMsats }) => satsToDraw(paidMsats)) },
            { name: "Received", values: points.map(({ receivedMsats }) => satsToDraw(receivedMsats)) },
          ]}
          all={all}
          value={({ paidMsats, receivedMsats }) => (
            <>
              <Amount msats={paidMsats} /> paid, <Amount msats={receivedMsats} /> received
            </>
          )}
        />
        <Titled
          {...common}
          name="Success rate in percent"
          axisText={(value) => `${value}`}
          top={100}
          lines={[{ name: "Payments that were completed", values: points.map((point) => point.successPercent) }]}
          all={all}
          value={({ successPercent, paid, failed }) => `${percentText(successPercent)} of ${paid + failed} payments`}
        />
        <Titled
          {...sats}
          name="Fees in sat"
          lines={[{ name: "Fees of payments", values: points.map(({ feesMsats }) => satsToDraw(feesMsats)) }]}
          all={all}
          value={({ feesMsats }) => <Amount msats={feesMsats} />}
        />
        <Titled
          {...common}
          name="Time to completion in seconds"
          axisText={(value) => numbers.format(value)}
          lines={[{ name: "On average", values: points.map((point) => point.tookSeconds) }]}
          all={all}
          value={({ tookSeconds }) => secondsText(tookSeconds)}
        />
      </div>
      <TotalsTable points={points} all={all} by={by} />
    </>
  );
}

type TitledProps = {
  readonly name: string;
  readonly at: readonly number[];
  readonly points: readonly Point[];
  readonly lines: readonly ChartLine[];
  readonly axisText: (value: number) => string;
  readonly timeText: (seconds: number) => string;
  readonly isUtc: boolean;
  readonly top?: number;
  readonly all: Point;
  readonly value: (point: Point) => ReactNode;
};

/** A chart below what all of it comes to, or what is pointed at. */
function Titled({ points, all, value, ...chart }: TitledProps) {
  const [index, setIndex] = useState<number>();
  const point = index === undefined ? undefined : points[index];
  return (
    <figure className={style["chart"]}>
      <figcaption>
        <strong>{chart.name}</strong>
        <span>
          {point === undefined ? "In all: " : `${chart.timeText(point.at)}: `}
          {value(point ?? all)}
        </span>
      </figcaption>
      <Chart {...chart} onPoint={setIndex} />
    </figure>
  );
}

/** Days are those of UTC, hours those of whoever looks. */
function timeTextOf(by: "hour" | "day", locale: string): (seconds: number) => string {
  const format = new Intl.DateTimeFormat(
    locale,
    by === "day"
      ? { day: "numeric", month: "short", timeZone: "UTC" }
      : { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  );
  return (seconds) => format.format(new Date(seconds * 1_000));
}
