import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { PageShape } from "../../../api/shapes.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { CHECK, Icon } from "../../../ui/icon.tsx";
import { Qr } from "../../../ui/qr.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Status, type Tone } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { useWallet } from "../../context.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { Fact, Facts, Long } from "../../parts/facts.tsx";
import { Note } from "../../parts/note.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Sats } from "../../parts/sats.tsx";
import type { Key } from "../../text.ts";
import styles from "./page.module.css";
import { ShareButton } from "./share.tsx";

type Charge = PageShape<"OwnCharge">;

const STATUSES: Readonly<Record<Charge["status"], readonly [tone: Tone, words: Key]>> = {
  pending: ["wait", "wallet_charge_pending"],
  completed: ["good", "wallet_charge_completed"],
  expired: ["soft", "wallet_charge_expired"],
};

/** One invoice of this wallet, by its id: it says when it is paid. */
export function ChargePage({ id }: { id: string }) {
  const { api, t } = useWallet();
  const { data, error, refetch } = useQuery({
    queryKey: ["charge", id],
    queryFn: ({ signal }) => api.get("/charges/{id}", { params: { id }, signal }),
    meta: { live: ["wallet"] },
  });
  return (
    <>
      <BackLink href="/receive">{t("wallet_receive_title")}</BackLink>
      <PageHead title={t("wallet_charge_title")} />
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={6} />}
      {data !== undefined && <ChargeView charge={data} />}
    </>
  );
}

function ChargeView({ charge }: { charge: Charge }) {
  const { t } = useWallet();
  const { status } = charge;
  const [tone, words] = STATUSES[status];
  return (
    <>
      <div className={styles["shown"]}>
        {status === "pending" && <Qr text={charge.uri.toUpperCase()} label={t("wallet_charge_qr")} />}
        {status === "completed" && <PaidSign />}
        <p className={styles["sum"]} role="status">
          <Sats msats={status === "completed" ? charge.received : charge.amount} />{" "}
          <Status tone={tone}>{t(words)}</Status>
        </p>
        {charge.description !== "" && <p>{charge.description}</p>}
        {status === "pending" && <Offer charge={charge} />}
        {status === "expired" && <p className="soft">{t("progress_charge_why_expired")}</p>}
      </div>
      <ChargeFacts charge={charge} />
      <Note about={charge.id} note={charge.note} />
      {status !== "pending" && (
        <p className={styles["actions"]}>
          <Link href="/receive" className="button second">
            {t("wallet_charge_another")}
          </Link>
          <Link href="/history" className="button second">
            {t("wallet_history_title")}
          </Link>
        </p>
      )}
    </>
  );
}

/** In place of the code, which nobody shall pay twice. */
function PaidSign() {
  return (
    <div className={styles["paid"]}>
      <Icon path={CHECK} size={96} />
    </div>
  );
}

function Offer({ charge: { invoice, uri } }: { charge: Charge }) {
  const { t } = useWallet();
  return (
    <div className={styles["actions"]}>
      <CopyButton text={invoice} name={t("wallet_fact_invoice")} label={t("wallet_charge_copy")} />
      <ShareButton text={uri} />
      <a className="button second" href={uri}>
        {t("wallet_charge_open")}
      </a>
    </div>
  );
}

function ChargeFacts({ charge }: { charge: Charge }) {
  const { t } = useWallet();
  const { amount, received, status, createdAt, expiresAt, paidAt, invoice, id } = charge;
  return (
    <Facts>
      {received !== "0" && received !== amount && (
        <Fact name={t(status === "completed" ? "wallet_charge_asked" : "wallet_charge_received")}>
          <Sats msats={status === "completed" ? amount : received} />
        </Fact>
      )}
      <Fact name={t("wallet_fact_begun")}>
        <Time at={createdAt} exact />
      </Fact>
      {paidAt === null ? (
        <Fact name={t("wallet_charge_until")}>
          <Time at={expiresAt} exact />
        </Fact>
      ) : (
        <Fact name={t("wallet_fact_finished")}>
          <Time at={paidAt} exact />
        </Fact>
      )}
      <Fact name={t("wallet_fact_invoice")}>
        <Long text={invoice} name={t("wallet_fact_invoice")} />
      </Fact>
      <Fact name={t("wallet_fact_id")}>
        <Long text={id} name={t("wallet_fact_id")} />
      </Fact>
    </Facts>
  );
}
