import { type Html, html } from "#platform/html.ts";

/** A field of a form, with what is wrong about it beside it. */
export type Field = {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  readonly wrong?: string | undefined;
  /** Attributes of the input, such as `type="email"`. */
  readonly input: Html;
};

export function fieldOf({ name, label, value = "", hint, wrong, input }: Field): Html {
  const described = [hint !== undefined && `${name}-hint`, wrong !== undefined && `${name}-wrong`].filter(
    (id) => id !== false,
  );
  const describedBy = described.length > 0 && html` aria-describedby="${described.join(" ")}"`;
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" ${input}${describedBy}${wrong !== undefined && html` aria-invalid="true"`}>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${wrong !== undefined && html`<p class="wrong" id="${name}-wrong" role="alert">${wrong}</p>`}
</div>`;
}

export function hidden(fields: Readonly<Record<string, string>>): Html {
  return html`${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`;
}

/** What is to be said above a form: that something was done, or why it was not. */
export type Notice = { readonly kind: "good" | "bad"; readonly text: string };

export function noticeOf(notice: Notice | undefined): Html | undefined {
  return (
    notice &&
    html`<p class="notice ${notice.kind}" role="${notice.kind === "bad" ? "alert" : "status"}">${notice.text}</p>`
  );
}
