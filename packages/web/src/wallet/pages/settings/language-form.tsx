import { useId } from "react";
import { Button } from "../../../ui/button.tsx";
import { useWallet } from "../../context.ts";
import { ServiceForm } from "../../parts/service-form.tsx";
import { TEXTS } from "../../text.ts";
import styles from "./page.module.css";

/** As its speakers call it. */
function ownName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Of pages and mails: the service keeps it for the person and for this browser, and the wallet opens again in it. */
export function LanguageForm() {
  const { language, t } = useWallet();
  const id = useId();
  return (
    <ServiceForm action="/language">
      <input type="hidden" name="back" value="/wallet/settings" />
      <div className={`field ${styles["language"]}`}>
        <label className="hidden" htmlFor={id}>
          {t("wallet_settings_language")}
        </label>
        <select id={id} name="language" defaultValue={language}>
          {Object.keys(TEXTS).map((one) => (
            <option key={one} value={one} lang={one}>
              {ownName(one)}
            </option>
          ))}
        </select>
        <Button type="submit" look="second">
          {t("wallet_settings_language_use")}
        </Button>
      </div>
    </ServiceForm>
  );
}
