import { type ClipboardEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { useWallet, type WalletMe } from "../../context.ts";
import { AmountLine } from "../../parts/amount-line.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { payPath } from "../../parts/payment.ts";
import { PeopleList, usePeople } from "../../parts/people.tsx";
import { useShownVoucher } from "../../parts/shown-voucher.ts";
import { isVoucherLink } from "../../parts/voucher-link.ts";
import { CameraDialog } from "./camera-dialog.tsx";
import styles from "./page.module.css";
import { readImage } from "./read-qr.ts";

/** Shown below the field; all of them have a page. */
const PEOPLE_SHOWN = 6;

const isVoucher = (text: string) => isVoucherLink(text, location.origin);

/** Whom to pay: one field for all that can be paid, and other ways to fill it. */
export function Recipient({ me }: { me: WalletMe }) {
  const { t } = useWallet();
  const [, navigate] = useLocation();
  const [, showVoucher] = useShownVoucher();
  const [search] = useSearchParams();
  const [text, setText] = useState(search.get("typed") ?? "");
  const [wrong, setWrong] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []); // in place of the heading: it is what the page is for
  const pasteByHand = () => {
    setWrong(t("wallet_send_paste_refused"));
    field.current?.focus();
  };
  const goOn = (recipient: string) => {
    const trimmed = recipient.trim();
    setWrong(trimmed === "" ? t("money_why_recipient") : undefined);
    if (isVoucher(trimmed)) showVoucher({ text: trimmed });
    else if (trimmed !== "") navigate(payPath(trimmed));
  };
  const look = (file: Blob | undefined) =>
    file === undefined
      ? undefined
      : void readImage(file).then((found) => (found === undefined ? setWrong(t("wallet_send_no_code")) : goOn(found)));
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Back to this page shows what was typed, to be mended.
    if (text.trim() !== "" && !isVoucher(text)) navigate(`/send?typed=${encodeURIComponent(text)}`, { replace: true });
    goOn(text);
  };
  const takePicture = (event: ClipboardEvent) => {
    const picture = [...event.clipboardData.files].find(({ type }) => type.startsWith("image/"));
    if (picture === undefined) return;
    event.preventDefault();
    look(picture);
  };
  return (
    <>
      <PageHead title={t("wallet_send_title")} />
      <AmountLine label={t("wallet_send_available")} msats={me.available} />
      <CheckedForm onSubmit={submit} onPaste={takePicture}>
        <Field
          ref={field}
          label={t("wallet_send_to")}
          hint={t(me.sending.paysToEmail ? "wallet_send_to_hint_email" : "wallet_send_to_hint")}
          name="recipient"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          wrong={wrong}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className={styles["actions"]}>
          <Button type="submit">{t("wallet_send_next")}</Button>
          <div className={styles["fillers"]}>
            <Fillers onText={goOn} onPicture={look} onRefused={pasteByHand} />
          </div>
        </div>
      </CheckedForm>
      <PaidBefore typed={text} />
    </>
  );
}

type FillersProps = {
  readonly onText: (text: string) => void;
  readonly onPicture: (file: Blob | undefined) => void;
  readonly onRefused: () => void;
};

/** The clipboard, an image with a code, and the camera. */
function Fillers({ onText, onPicture, onRefused }: FillersProps) {
  const { t } = useWallet();
  const file = useRef<HTMLInputElement>(null);
  const [isLooking, setLooking] = useState(false);
  const paste = async () => {
    try {
      onText(await navigator.clipboard.readText());
    } catch {
      onRefused(); // the person said no, or the browser has no such thing
    }
  };
  return (
    <>
      <Button look="second" onClick={() => void paste()}>
        {t("wallet_send_paste")}
      </Button>
      <Button look="second" onClick={() => setLooking(true)}>
        {t("wallet_send_camera")}
      </Button>
      <Button look="second" onClick={() => file.current?.click()}>
        {t("wallet_send_image")}
      </Button>
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          onPicture(currentTarget.files?.[0]);
          currentTarget.value = ""; // the same picture may be taken again
        }}
      />
      {isLooking && (
        <CameraDialog
          onClose={() => setLooking(false)}
          onText={(text) => {
            setLooking(false);
            onText(text);
          }}
        />
      )}
    </>
  );
}

function PaidBefore({ typed }: { typed: string }) {
  const { t } = useWallet();
  const { data: people = [] } = usePeople();
  const sought = typed.trim().toLowerCase();
  const fitting = people.filter(({ name, recipient }) => `${name} ${recipient}`.toLowerCase().includes(sought));
  if (fitting.length === 0) return null;
  return (
    <section aria-labelledby="paid-before" className={styles["before"]}>
      <h2 id="paid-before">{t("wallet_people_title")}</h2>
      <PeopleList people={fitting.slice(0, PEOPLE_SHOWN)} />
      {people.length > PEOPLE_SHOWN && <Link href="/history/people">{t("wallet_people_all")}</Link>}
    </section>
  );
}
