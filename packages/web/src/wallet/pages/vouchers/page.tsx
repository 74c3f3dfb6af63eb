import type { SubmitEvent } from "react";
import { useSearchParams } from "wouter";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { useWallet } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Voucher } from "./voucher.tsx";

/** Of the service: a longer text is none of its links. */
const CHARACTERS_MAX = 2_000;

/** `/vouchers`: what is typed stands in the query, so that a reload shows the same voucher. */
export function VouchersPage() {
  const { t } = useWallet();
  const [search, setSearch] = useSearchParams();
  const text = search.get("code")?.trim() ?? "";
  return (
    <>
      <PageHead title={t("wallet_voucher_title")} />
      {text === "" ? (
        <Ask onAsk={(code) => setSearch({ code })} />
      ) : (
        <Voucher key={text} text={text} onOther={() => setSearch({})} />
      )}
    </>
  );
}

function Ask({ onAsk }: { onAsk: (text: string) => void }) {
  const { t } = useWallet();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("code") ?? "").trim();
    if (text !== "") onAsk(text);
  };
  return (
    <form onSubmit={submit}>
      <Field
        label={t("wallet_voucher_code")}
        hint={t("wallet_voucher_code_hint")}
        name="code"
        required
        maxLength={CHARACTERS_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit">{t("wallet_voucher_look")}</Button>
    </form>
  );
}
