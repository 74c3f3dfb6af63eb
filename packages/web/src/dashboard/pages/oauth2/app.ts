import type { PageShape } from "../../../api/shapes.ts";

export type App = PageShape<"Application">;

/** The form of an application: text as it is typed. */
export type AppForm = { readonly name: string; readonly redirectUris: readonly string[]; readonly logoUrl: string };

export const REDIRECT_URLS_MAX = 3;

/** Each says what is wrong with it. */
export const APP_FIELDS = ["name", "redirectUris", "logoUrl"] as const;

export const EMPTY_APP: AppForm = { name: "", redirectUris: [""], logoUrl: "" };

/** What the service is asked for; a logo of `""` is none. Addresses are compared character by character. */
export function bodyOf({ name, redirectUris, logoUrl }: AppForm) {
  return {
    name: name.trim(),
    redirectUris: redirectUris.map((url) => url.trim()).filter((url) => url !== ""),
    logoUrl: logoUrl.trim(),
  };
}

/** What the service found wrong, by the lines of the form: those without an address were not sent. */
export function wrongAtLines(form: AppForm, wrong: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const lines = form.redirectUris.flatMap((url, line) => (url.trim() === "" ? [] : [line]));
  const lineOf = (name: string) =>
    name.replace(/(?<=^redirectUris\.)\d+$/, (sent) => String(lines[Number(sent)] ?? sent));
  return Object.fromEntries(Object.entries(wrong).map(([name, issue]) => [lineOf(name), issue]));
}

/** What is wrong before anybody is asked, by field. */
export function wrongIn(form: AppForm): Readonly<Record<string, string>> {
  const { name, redirectUris } = bodyOf(form);
  return {
    ...(name === "" && { name: "Give it a name: people read it when they log in." }),
    ...(redirectUris.length === 0 && { "redirectUris.0": "Say where the browser comes back to." }),
  };
}
