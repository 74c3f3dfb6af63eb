import { clockText } from "../../ui/format.ts";
import { useRamp } from "../context.ts";
import { isIntoOwnWallet } from "../own-wallet.ts";
import { Notice, TimeLeft } from "../parts.tsx";
import type { Purchase, State, Waiting } from "../state.ts";
import type { Key } from "../text.ts";
import { useSecondsUntil } from "../use-clock.ts";

type Props = {
  /** Null: it goes on at once. */
  readonly waiting: Waiting | null;
  readonly state: State;
  readonly purchase: Purchase;
};

/** For what a purchase waits, how long, and what becomes of the money. Its place is there before, for readers. */
export function WaitingFor({ waiting, state, purchase }: Props) {
  return (
    <>
      <div role="status">
        {waiting?.on === "destination" && <UntilGivenUp {...{ state, purchase, until: waiting.until }} />}
        {waiting != null && waiting.on !== "destination" && (
          <Notice>
            <Held waiting={waiting} />
          </Notice>
        )}
      </div>
      {waiting?.on === "destination" && <Left state={state} until={waiting.until} />}
    </>
  );
}

type Until = { readonly state: State; readonly until: string };

/** Nothing was charged yet. */
function UntilGivenUp({ state, purchase, until }: Until & { readonly purchase: Purchase }) {
  const { t } = useRamp();
  const isOver = useSecondsUntil(until, state) === 0;
  const isOurs = purchase.network_fee !== null || isIntoOwnWallet(state);
  const text: Key = isOurs ? "ramp_waiting_service" : "ramp_waiting_destination";
  return <Notice>{t(isOver ? "ramp_waiting_over" : text)}</Notice>;
}

function Left({ state, until }: Until) {
  const { t } = useRamp();
  const seconds = useSecondsUntil(until, state);
  return seconds > 0 && <TimeLeft>{t("ramp_waiting_left", { time: clockText(seconds) })}</TimeLeft>;
}

/** The card has paid, and the bitcoin is sent later. */
export function Held({ waiting }: { waiting: Waiting | null }) {
  const { t, format } = useRamp();
  if (waiting?.on === "first_card") return t("ramp_hold_first_card", { date: format.date(waiting.until) });
  const until = waiting === null ? [] : [t("ramp_hold_until", { date: format.date(waiting.until) })];
  return [t("ramp_hold_text"), ...until].join(" ");
}
