import { Link } from "wouter";
import { Amount } from "../../../ui/amount.tsx";
import { shortText } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { useUi } from "../../../ui/words.ts";
import { useWallet } from "../../context.ts";
import { Fact, Facts } from "../../parts/facts.tsx";
import { NextTimes } from "../../parts/payment-view.tsx";
import type { Key } from "../../text.ts";
import { waitTexts } from "../../words.ts";
import styles from "./page.module.css";
import type { Kind, PaymentPreview } from "./payment-preview.ts";

const KINDS: Readonly<Record<Kind, Key>> = {
  address: "wallet_kind_address",
  email: "wallet_kind_email",
  gamertag: "wallet_kind_gamertag",
  invoice: "wallet_kind_invoice",
  lnurl: "wallet_kind_lnurl",
};

/** Who would be paid, as far as it is known. */
export function Who({
  preview: { kind, name, recipient, description, lastPaidAt, doubt },
}: {
  preview: PaymentPreview;
}) {
  const { t } = useWallet();
  return (
    <>
      <p className={styles["who"]}>
        <strong>
          <bdi title={recipient}>{shortText(name || recipient)}</bdi>
        </strong>
        <span className="soft">{t(KINDS[kind])}</span>
        {description !== null && <bdi>{description}</bdi>}
        {lastPaidAt !== null && (
          <span className="soft">
            {t("wallet_send_last_paid")} <Time at={lastPaidAt} />
          </span>
        )}
      </p>
      {kind === "email" && doubt === null && <p className="notice">{t("wallet_send_by_email")}</p>}
      {doubt !== null && <p className="notice">{t("wallet_send_doubt")}</p>}
    </>
  );
}

/** Payments to the recipient that are under way: who sends another one may pay twice. */
export function Pending({ pending }: Pick<PaymentPreview, "pending">) {
  const { t } = useWallet();
  if (pending.length === 0) return null;
  return (
    <section className="notice bad" aria-label={t("wallet_send_pending")}>
      <strong>{t("wallet_send_pending")}</strong>
      {pending.map(({ id, amount, createdAt, statusDetail }) => {
        const texts = statusDetail === null ? undefined : waitTexts(t, statusDetail);
        return (
          <div key={id}>
            <p>
              <Link href={`/send/${id}`}>
                <Amount msats={amount} />, <Time at={createdAt} />
              </Link>
              . {texts?.why} {texts?.next}
            </p>
            {statusDetail !== null && (
              <Facts>
                <NextTimes detail={statusDetail} />
              </Facts>
            )}
          </div>
        );
      })}
    </section>
  );
}

/** Why a payment would be refused as things stand. */
export function Refusal({ refusal }: Pick<PaymentPreview, "refusal">) {
  const { words } = useUi();
  if (refusal === null) return null;
  return (
    <p className="notice bad" role="alert">
      {words.failure(refusal)}
    </p>
  );
}

/** What can be sent to this recipient. */
export function Bounds({ preview: { amount, available } }: { preview: PaymentPreview }) {
  const { t } = useWallet();
  return (
    <Facts>
      <Fact name={t("wallet_send_available")}>
        <Amount msats={available} />
      </Fact>
      {BigInt(amount.least) > 1n && (
        <Fact name={t("wallet_send_least")}>
          <Amount msats={amount.least} />
        </Fact>
      )}
      {amount.most !== null && (
        <Fact name={t("wallet_send_most")}>
          <Amount msats={amount.most} />
        </Fact>
      )}
    </Facts>
  );
}
