import type { ReactNode, SyntheticEvent } from "react";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import { type AppForm as Form, REDIRECT_URLS_MAX } from "./app.ts";

type AppFormProps = {
  readonly form: Form;
  readonly wrong: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Form>) => void;
  readonly onSend: () => void;
  readonly isBusy: boolean;
  readonly action: string;
  readonly children?: ReactNode;
};

export function AppForm({ form, wrong, onChange, onSend, isBusy, action, children }: AppFormProps) {
  const { redirectUris } = form;
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isBusy) onSend();
  };
  const set = (at: number, url: string) =>
    onChange({ redirectUris: redirectUris.map((one, i) => (i === at ? url : one)) });
  return (
    <CheckedForm onSubmit={send} noValidate>
      <FreshNotice />
      <Field
        label="Name"
        hint="People read it when they are asked whether they allow the login."
        value={form.name}
        maxLength={60}
        autoComplete="off"
        wrong={wrong["name"]}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      {redirectUris.map((url, i) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have nothing else
          key={i}
          label={`Redirect URL ${i + 1}`}
          hint={i === 0 ? HINT : undefined}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          wrong={wrong[`redirectUris.${i}`] ?? (i === 0 ? wrong["redirectUris"] : undefined)}
          onChange={({ currentTarget }) => set(i, currentTarget.value)}
        />
      ))}
      {redirectUris.length < REDIRECT_URLS_MAX && (
        <p>
          <Button look="second" onClick={() => onChange({ redirectUris: [...redirectUris, ""] })}>
            Another redirect URL
          </Button>
        </p>
      )}
      <Field
        label="Address of a logo"
        hint="An https:// address of an image. Empty: none."
        type="url"
        autoComplete="off"
        value={form.logoUrl}
        wrong={wrong["logoUrl"]}
        onChange={({ currentTarget }) => onChange({ logoUrl: currentTarget.value })}
      />
      {children}
      <div className="actions">
        <Button type="submit" busy={isBusy}>
          {action}
        </Button>
      </div>
    </CheckedForm>
  );
}

const HINT =
  "Such as https://game.example/callback: where the browser comes back to, compared character by character. https://, http:// on your own machine, or the scheme of an app.";
