import { type KeyboardEvent, type SyntheticEvent, useId, useState } from "react";
import { useLocation } from "wouter";
import { Dialog } from "../../ui/dialog.tsx";
import { useMe, useWallet, type WalletMe } from "../context.ts";
import { BUY_PATH, PAGES } from "../pages.ts";
import type { Translate } from "../text.ts";
import styles from "./palette.module.css";

type Goal = { readonly address: string; readonly name: string };

/** Leads to every page by a few letters of its name, and to what the history has of any other text. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useWallet();
  const { data: me } = useMe();
  const [, navigate] = useLocation();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const goals = goalsOf(text.trim(), me, t);
  const go = (address: string | undefined) => {
    if (address === undefined) return;
    onClose();
    navigate(address);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    go(goals[chosen]?.address);
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen((chosen + step + goals.length) % goals.length);
  };
  return (
    <Dialog title={t("wallet_palette_title")} onClose={onClose}>
      <form onSubmit={submit} className="field">
        <label htmlFor={`${id}-text`}>{t("wallet_palette_hint")}</label>
        <input
          id={`${id}-text`}
          type="search"
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-goals`}
          aria-activedescendant={`${id}-${chosen}`}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={move}
          autoComplete="off"
          spellCheck={false}
        />
      </form>
      <div id={`${id}-goals`} role="listbox" aria-label={t("wallet_palette_title")} className={styles["goals"]}>
        {goals.map(({ address, name }, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the same
          <div key={address} id={`${id}-${i}`} role="option" aria-selected={i === chosen} onClick={() => go(address)}>
            {name}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

function goalsOf(text: string, me: WalletMe | undefined, t: Translate): readonly Goal[] {
  const pages = PAGES.map(({ path, label }) => ({ address: path, name: t(label) }));
  const buy = me === undefined || me.buy === null ? [] : [{ address: BUY_PATH, name: t("wallet_buy") }];
  const fitting = [...pages, ...buy].filter(({ name }) => fold(name).includes(fold(text)));
  if (text === "") return fitting;
  const name = t("wallet_palette_find", { text });
  return [...fitting, { address: `/history?${new URLSearchParams({ q: text })}`, name }];
}

/** Upper and lower case alike, and with or without accents. */
function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
