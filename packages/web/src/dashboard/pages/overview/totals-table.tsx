import { Amount } from "../../../ui/amount.tsx";
import { exactText, zoneHere } from "../../../ui/time-text.ts";
import { useUi } from "../../../ui/words.ts";
import style from "./page.module.css";
import { type Point, percentText, secondsText } from "./series.ts";

type TotalsTableProps = { readonly points: readonly Point[]; readonly all: Point; readonly by: "hour" | "day" };

/** What the charts show, as numbers. Periods in which nothing happened are left out. */
export function TotalsTable({ points, all, by }: TotalsTableProps) {
  const { locale } = useUi();
  const zone = by === "day" ? "UTC" : zoneHere();
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const timeOf = ({ at }: Point) =>
    by === "day" ? day.format(new Date(at * 1_000)) : exactText(new Date(at * 1_000), locale);
  const rows = points.filter(({ paid, failed, received }) => paid + failed + received > 0).toReversed();
  return (
    <details className={style["numbers"]}>
      <summary>The same as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse moves it by keys */}
      <section className={style["wide"]} tabIndex={0} aria-label="Numbers of the charts">
        <table>
          <caption>
            By the {by}, newest first; times in {zone}
          </caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Payments</th>
              <th scope="col">Paid</th>
              <th scope="col">Fees</th>
              <th scope="col">Failed</th>
              <th scope="col">Success rate</th>
              <th scope="col">Average time</th>
              <th scope="col">Receipts</th>
              <th scope="col">Received</th>
            </tr>
          </thead>
          <tbody>
            <NumbersRow name="In all" point={all} />
            {rows.map((point) => (
              <NumbersRow key={point.at} name={timeOf(point)} point={point} />
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function NumbersRow({ name, point }: { name: string; point: Point }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{point.paid}</td>
      <td>
        <Amount msats={point.paidMsats} />
      </td>
      <td>
        <Amount msats={point.feesMsats} />
      </td>
      <td>{point.failed}</td>
      <td>{percentText(point.successPercent)}</td>
      <td>{secondsText(point.tookSeconds)}</td>
      <td>{point.received}</td>
      <td>
        <Amount msats={point.receivedMsats} />
      </td>
    </tr>
  );
}
