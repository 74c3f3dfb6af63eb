import type { PageShape } from "../../../api/shapes.ts";
import { msatsOf, satsOf, wrongSats } from "../../parts/typed-sats.ts";

export type Settings = PageShape<"ProjectSettings">;

/** Text as it is typed; a contact of `""` is nobody. */
export type SettingsForm = {
  readonly name: string;
  readonly contact: string;
  readonly lowBalance: string;
  readonly language: Settings["language"];
};

export function formOf({ name, contact, lowBalance, language }: Settings): SettingsForm {
  return { name, contact: contact ?? "", lowBalance: satsOf(lowBalance), language };
}

/** What is not as it was. */
export function changesIn(before: SettingsForm, form: SettingsForm) {
  const { name, contact, lowBalance, language } = form;
  const low = msatsOf(lowBalance) ?? "none";
  return {
    ...(name.trim() !== before.name && { name: name.trim() }),
    ...(contact !== before.contact && { contact }),
    ...(low !== (msatsOf(before.lowBalance) ?? "none") && { lowBalance: low }),
    ...(language !== before.language && { language }),
  };
}

/** What is wrong before anybody is asked, by field. */
export function wrongIn({ name, lowBalance }: SettingsForm): Readonly<Record<string, string>> {
  const low = msatsOf(lowBalance) === "0" ? "No wallet holds less than 0." : wrongSats(lowBalance);
  return {
    ...(name.trim() === "" && { name: "A project has a name." }),
    ...(low !== undefined && { lowBalance: low }),
  };
}
