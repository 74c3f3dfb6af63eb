import { type SyntheticEvent, useEffect, useId, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { useWallet } from "../../context.ts";
import type { Key } from "../../text.ts";
import styles from "./page.module.css";

export const KINDS = ["sent", "received", "vouchers"] as const;
export type Kind = (typeof KINDS)[number];

const WORDS: Readonly<Record<Kind, Key>> = {
  received: "wallet_history_received",
  sent: "wallet_history_sent",
  vouchers: "wallet_history_vouchers",
};

type FiltersProps = {
  readonly search: URLSearchParams;
  /** A text that is empty takes the filter away. */
  readonly change: (filters: Readonly<Record<string, string>>) => void;
};

/** What chooses the lines, in the address. */
export function Filters({ search, change }: FiltersProps) {
  const { t } = useWallet();
  const id = useId();
  const q = search.get("q") ?? "";
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== null) field.current.value = q;
  }, [q]);
  const find = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    change({ q: String(new FormData(event.currentTarget).get("q") ?? "").trim() });
  };
  return (
    <search className={styles["filters"]}>
      <form onSubmit={find} className={`field ${styles["find"]}`}>
        <label htmlFor={`${id}-q`}>{t("wallet_history_find")}</label>
        <div className={styles["line"]}>
          <input
            ref={field}
            id={`${id}-q`}
            type="search"
            name="q"
            defaultValue={q}
            aria-describedby={`${id}-what`}
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit" look="second">
            {t("wallet_history_find")}
          </Button>
        </div>
        <p className="hint" id={`${id}-what`}>
          {t("wallet_history_find_what")}
        </p>
      </form>
      <div className="field">
        <label htmlFor={`${id}-kind`}>{t("wallet_history_kind")}</label>
        <select
          id={`${id}-kind`}
          value={search.get("kind") ?? ""}
          onChange={({ currentTarget }) => change({ kind: currentTarget.value })}
        >
          <option value="">{t("wallet_history_all")}</option>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(WORDS[kind])}
            </option>
          ))}
        </select>
      </div>
      {(["from", "to"] as const).map((name) => (
        <div className="field" key={name}>
          <label htmlFor={`${id}-${name}`}>
            {t(name === "from" ? "wallet_history_since" : "wallet_history_until")}
          </label>
          <input
            id={`${id}-${name}`}
            type="date"
            value={search.get(name) ?? ""}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
          />
        </div>
      ))}
    </search>
  );
}
