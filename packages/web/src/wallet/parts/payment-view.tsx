import { Link } from "wouter";
import { Amount } from "../../ui/amount.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { shortText } from "../../ui/format.ts";
import { Status } from "../../ui/status.tsx";
import { Time } from "../../ui/time.tsx";
import { useUi } from "../../ui/words.ts";
import { useWallet } from "../context.ts";
import { waitTexts } from "../words.ts";
import { Fact, Facts, Long } from "./facts.tsx";
import { Note } from "./note.tsx";
import styles from "./parts.module.css";
import { againPath, type OwnPayment, STATUSES } from "./payment.ts";

/** A payment: where the money is, why, what happens next, and all that is known of it. */
export function PaymentView({ payment }: { payment: OwnPayment }) {
  const { t } = useWallet();
  const [tone, words] = STATUSES[payment.status];
  // While it is under way nobody is led to pay twice.
  const again = payment.status === "processing" ? undefined : againPath(payment);
  return (
    <>
      <p className={styles["sum"]} role="status">
        <Amount msats={payment.amount} /> <Status tone={tone}>{t(words)}</Status>
      </p>
      <WhatNow payment={payment} />
      <PaymentFacts payment={payment} />
      <Note about={payment.id} note={payment.note} />
      {again !== undefined && (
        <p>
          <Link href={again} className="button second">
            {t("wallet_pay_again")}
          </Link>
        </p>
      )}
    </>
  );
}

/** Where the money is, why, and what happens next. */
export function WhatNow({ payment: { status, failure, statusDetail } }: { payment: OwnPayment }) {
  const { t } = useWallet();
  const { words } = useUi();
  switch (status) {
    case "processing": {
      const texts = statusDetail === null ? undefined : waitTexts(t, statusDetail);
      return (
        <p className="notice">
          {t("wallet_pay_under_way")} {texts?.why} {texts?.next}
        </p>
      );
    }
    case "waiting":
      return <p className="notice">{t("wallet_pay_mailed")}</p>;
    case "completed":
      return <p className="notice good">{t("progress_pay_where_paid")}</p>;
    case "failed":
      return (
        <p className="notice bad">
          {failure === null ? "" : words.failure(failure)} {t("progress_pay_where_back")}
        </p>
      );
    case "returned":
      return <p className="notice">{t("wallet_pay_not_taken")}</p>;
  }
}

function PaymentFacts({ payment }: { payment: OwnPayment }) {
  const { t } = useWallet();
  const { name, recipient, invoice, preimage, description, comment, statusDetail, expiresAt, finishedAt, status } =
    payment;
  return (
    <Facts>
      {name !== "" && (
        <Fact name={t("money_to")}>
          <bdi title={name}>{shortText(name)}</bdi>{" "}
          {recipient !== "" && <CopyButton text={name} name={t("money_to")} />}
        </Fact>
      )}
      {status !== "failed" && <Fee payment={payment} />}
      <Fact name={t("wallet_fact_begun")}>
        <Time at={payment.createdAt} exact />
      </Fact>
      {statusDetail !== null && <NextTimes detail={statusDetail} />}
      {expiresAt !== null && (
        <Fact name={t("wallet_fact_takeable")}>
          <Time at={expiresAt} exact />
        </Fact>
      )}
      {finishedAt !== null && (
        <Fact name={t("wallet_fact_finished")}>
          <Time at={finishedAt} exact />
        </Fact>
      )}
      {description !== null && (
        <Fact name={t("wallet_fact_description")}>
          <bdi>{description}</bdi>
        </Fact>
      )}
      {comment !== null && <Fact name={t("wallet_fact_comment")}>{comment}</Fact>}
      {invoice !== null && (
        <Fact name={t("wallet_fact_invoice")}>
          <Long text={invoice} name={t("wallet_fact_invoice")} />
        </Fact>
      )}
      {preimage !== null && (
        <Fact name={t("wallet_fact_proof")}>
          <Long text={preimage} name={t("wallet_fact_proof")} />
        </Fact>
      )}
      <Fact name={t("wallet_fact_id")}>
        <Long text={payment.id} name={t("wallet_fact_id")} />
      </Fact>
    </Facts>
  );
}

/** While it is under way, what was set aside for it. */
function Fee({ payment: { status, fee, feeLimit } }: { payment: OwnPayment }) {
  const { t } = useWallet();
  const isOpen = status === "processing";
  return (
    <Fact name={t("money_fee")}>
      {isOpen && `${t("wallet_at_most")} `}
      <Amount msats={isOpen ? feeLimit : fee} />
    </Fact>
  );
}

type Detail = NonNullable<OwnPayment["statusDetail"]>;

/** When it is looked at again, and its latest end. */
export function NextTimes({ detail: { nextCheckAt, finishedBy } }: { detail: Detail }) {
  const { t } = useWallet();
  return (
    <>
      <Fact name={t("wallet_fact_next")}>
        <Time at={nextCheckAt} soon={t("wallet_soon")} />
      </Fact>
      <Fact name={t("wallet_fact_latest")}>
        {finishedBy === null ? t("wallet_fact_latest_unknown") : <Time at={finishedBy} exact />}
      </Fact>
    </>
  );
}
