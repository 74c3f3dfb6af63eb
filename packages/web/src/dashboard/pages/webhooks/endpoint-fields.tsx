import { useState } from "react";
import { Field } from "../../../ui/field.tsx";
import type { ReadForm } from "../../parts/make-form.tsx";
import css from "./page.module.css";
import { type Endpoint, EVENT_TYPES, type EventType } from "./webhook.ts";

export type EndpointBody = {
  readonly url: string;
  readonly types: readonly string[];
  readonly description: string;
};

/** The fields of an endpoint; `before`: what it is now. */
export function EndpointFields({ before }: { before?: Endpoint }) {
  return (
    <>
      <Field
        label="Address"
        name="url"
        type="url"
        required
        maxLength={2_048}
        defaultValue={before?.url}
        hint="Such as https://shop.example/hooks: with https, and where the service can reach it."
        autoComplete="off"
      />
      <Field
        label="Description"
        name="description"
        maxLength={255}
        defaultValue={before?.description}
        hint="Members of the project see it."
      />
      <Types before={before?.types ?? ["*"]} />
    </>
  );
}

/** A test goes to an endpoint whatever it takes. */
const CHOICES = (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => type !== "webhook.test");

function Types({ before }: { before: readonly string[] }) {
  const [isAll, setAll] = useState(before.includes("*"));
  return (
    <fieldset className={css["types"]}>
      <legend>Events that are sent to it</legend>
      <label>
        <input type="radio" name="which" value="all" checked={isAll} onChange={() => setAll(true)} />
        All, also those that come later
      </label>
      <label>
        <input type="radio" name="which" value="some" checked={!isAll} onChange={() => setAll(false)} />
        Only these
      </label>
      {!isAll &&
        CHOICES.map((type) => (
          <label key={type} className={css["type"]}>
            <input type="checkbox" name="type" value={type} defaultChecked={before.includes(type)} />
            <span>
              {type} <span className="hint">{EVENT_TYPES[type]}</span>
            </span>
          </label>
        ))}
    </fieldset>
  );
}

export function readEndpoint(form: FormData): ReadForm<EndpointBody> {
  const url = String(form.get("url") ?? "").trim();
  const description = String(form.get("description") ?? "").trim();
  const types = form.get("which") === "all" ? ["*"] : form.getAll("type").map(String);
  if (url === "") return { wrong: "Type the address.", at: "url" };
  if (types.length === 0) return { wrong: "Choose at least one event." };
  return { body: { url, types, description } };
}
