import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useId } from "react";
import type { WalletMe } from "../../../api/own-paths.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { useWallet } from "../../context.ts";
import { FailedLine } from "../../parts/failed-line.tsx";
import styles from "./page.module.css";
import { wrongField } from "./wrong-field.ts";

/** Characters. Of the service. */
const BIO_MAX = 300;
const ADDRESS_MAX = 2_000;

type Texts = Record<"publicBio" | "image" | "twitter" | "website", string>;

/** What applications and strangers see of a person. */
export function ProfileForm({ user }: { user: WalletMe["user"] }) {
  const { api, t } = useWallet();
  const toasts = useToasts();
  const client = useQueryClient();
  const title = useId();
  const save = useMutation({
    mutationFn: (texts: Texts) => api.write("patch", "/profile", { body: texts }),
    async onSuccess() {
      toasts.say({ text: t("wallet_profile_saved") });
      await client.invalidateQueries({ queryKey: ["me"] });
    },
  });
  const field = wrongField(save.error);
  const wrong = (name: keyof Texts, text: string) => (field === name ? text : undefined);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: keyof Texts) => String(form.get(name) ?? "").trim();
    const texts = {
      publicBio: text("publicBio"),
      image: text("image"),
      twitter: text("twitter"),
      website: text("website"),
    };
    if (!save.isPending) save.mutate(texts);
  };
  const max = { max: String(BIO_MAX) };
  const address = { maxLength: ADDRESS_MAX, type: "url", autoCapitalize: "none", spellCheck: false } as const;
  return (
    <CheckedForm onSubmit={submit} aria-labelledby={title} className={styles["section"]} noValidate>
      <h2 id={title}>{t("wallet_profile_lead")}</h2>
      <Field
        label={t("wallet_profile_bio")}
        hint={t("wallet_profile_bio_hint", max)}
        wrong={wrong("publicBio", t("wallet_profile_wrong_bio", max))}
        name="publicBio"
        defaultValue={user.publicBio}
        maxLength={BIO_MAX}
      />
      <Field
        label={t("wallet_profile_image")}
        hint={t("wallet_profile_image_hint")}
        wrong={wrong("image", t("wallet_profile_wrong_address"))}
        name="image"
        defaultValue={user.image}
        {...address}
      />
      <Field
        label={t("wallet_profile_x")}
        wrong={wrong("twitter", t("wallet_profile_wrong_x"))}
        name="twitter"
        defaultValue={user.twitter}
        maxLength={100}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        label={t("wallet_profile_website")}
        wrong={wrong("website", t("wallet_profile_wrong_address"))}
        name="website"
        defaultValue={user.website}
        {...address}
      />
      {field === undefined && <FailedLine error={save.error} />}
      <Button type="submit" busy={save.isPending}>
        {t("wallet_profile_save")}
      </Button>
    </CheckedForm>
  );
}
