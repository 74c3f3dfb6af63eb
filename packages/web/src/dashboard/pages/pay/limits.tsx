import { Amount } from "../../../ui/amount.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { Fact, Facts } from "../../parts/facts.tsx";
import { useOwnMember } from "../../parts/use-members.ts";
import { useWallet } from "../../parts/use-wallet.ts";

/** What whoever pays can pay with: in msats; null: there is no such limit. Undefined while it is not known. */
export type Limits = {
  readonly available: string | undefined;
  readonly cap: string | null | undefined;
  /** Of the budget of 24 hours. */
  readonly left: string | null | undefined;
};

export function useLimits(): Limits {
  const { data: wallet } = useWallet();
  const { own } = useOwnMember();
  return {
    available: wallet?.balance,
    cap: own?.cap,
    left: own === undefined || own.daily === null ? own?.daily : leftOf(own.daily, own.spent),
  };
}

function leftOf(daily: string, spent: string): string {
  const left = BigInt(daily) - BigInt(spent);
  return String(left < 0n ? 0n : left);
}

/** The wallet of the project, and what whoever looks may send of it. */
export function LimitsBox({ limits: { available, cap, left } }: { limits: Limits }) {
  return (
    <section aria-label="What you can send">
      {available === undefined && cap === undefined && <Skeleton lines={3} />}
      <Facts>
        {available !== undefined && (
          <Fact name="In the wallet">
            <Amount msats={available} />
          </Fact>
        )}
        {cap !== undefined && <Fact name="One payment">{cap === null ? "No limit" : <AtMost msats={cap} />}</Fact>}
        {left !== undefined && (
          <Fact name="In 24 hours">
            {left === null ? (
              "No limit"
            ) : (
              <>
                <Amount msats={left} /> are left
              </>
            )}
          </Fact>
        )}
      </Facts>
      <p className="hint">
        Fees come on top, and do not count on your limits. An owner of the project sets the limits.
      </p>
    </section>
  );
}

function AtMost({ msats }: { msats: string }) {
  return (
    <>
      At most <Amount msats={msats} />
    </>
  );
}
