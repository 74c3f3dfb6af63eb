import { useQuery } from "@tanstack/react-query";
import type { PageShape } from "../../api/shapes.ts";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { useHere } from "../context.ts";
import { Deadline } from "./deadline.tsx";
import { readAgainMs } from "./read-again.ts";
import { ThingLink } from "./thing-link.tsx";

/** The kinds that have a timeline, and the path of each. */
const PATHS = { payment: "payments", charge: "charges", voucher: "vouchers", purchase: "purchases" } as const;
/** Whose events make it old; those of a purchase begin with the name of the on-ramp. */
const NOUNS = { payment: [], charge: ["receipt"], voucher: [], purchase: ["ramp"] } as const;

type TimelineProps = {
  readonly of: keyof typeof PATHS;
  readonly id: string;
  /** What to do, or not to do, while it is under way. */
  readonly advice?: string | undefined;
  /** Without all that happened. */
  readonly isShort?: boolean;
};

/** Where the money of a thing is, why, what happens next and when at the latest; and all that happened. */
export function Timeline({ of, id, advice, isShort = false }: TimelineProps) {
  const { api, project } = useHere();
  const { data, error, refetch } = useQuery({
    queryKey: ["project", project.id, of, id, "timeline"],
    queryFn: ({ signal }) =>
      api.get(`/${PATHS[of]}/{id}/timeline` as "/payments/{id}/timeline", { params: { id }, signal }),
    meta: { live: NOUNS[of] },
    // What a look finds is no event: once it is over, what it found is read.
    refetchInterval: ({ state: { data: known } }) => readAgainMs(known?.nextCheckAt ?? null, Date.now()),
  });
  if (data === undefined)
    return error === null ? <Skeleton lines={4} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Standing timeline={data} advice={advice} />
      {!isShort && (
        <section className="happened" aria-label="What happened">
          <h3>What happened</h3>
          <Happenings happened={data.happened} />
        </section>
      )}
    </>
  );
}

type TimelineShape = PageShape<"Timeline">;

function Standing({ timeline, advice }: { timeline: TimelineShape; advice: string | undefined }) {
  const { where, why, next, nextCheckAt, endsBy, isQuick } = timeline;
  const isUnderWay = next !== null || nextCheckAt !== null || endsBy !== null;
  return (
    <section className="standing" aria-label="How it stands">
      <p>
        <strong>{where}</strong> {why}
      </p>
      {next !== null && <p>Next: {next}</p>}
      {nextCheckAt !== null && (
        <p>
          It is looked at again <Time at={nextCheckAt} soon="within seconds" />.
        </p>
      )}
      {isUnderWay && isQuick && <p>Usually it ends within seconds.</p>}
      {endsBy !== null && (
        <p>
          {isQuick ? "If the recipient holds it, it ends by" : "It ends by"} <Deadline at={endsBy} /> at the latest.
        </p>
      )}
      {isUnderWay && advice !== undefined && <p>{advice}</p>}
    </section>
  );
}

function Happenings({ happened }: Pick<TimelineShape, "happened">) {
  if (happened.length === 0) return <p className="soft">Nothing yet.</p>;
  return (
    <ol>
      {happened.map(({ at, text, detail, thing }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays where it is
        <li key={i}>
          <p>{text}</p>
          {detail !== null && <p className="hint">{detail}</p>}
          <p className="hint">
            <Time at={at} exact />
            {thing !== null && (
              <>
                {" "}
                · <ThingLink kind={thing.kind} id={thing.id} />
              </>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}
