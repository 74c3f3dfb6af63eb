import type { Search } from "../search.ts";

/** What chooses the things of a list, in the address: a link shows the same to another member. */
export type Filter =
  | {
      readonly kind: "choice";
      readonly name: string;
      readonly label: string;
      /** What each value is called. */
      readonly options: Readonly<Record<string, string>>;
    }
  /** A whole text: a part of it finds nothing. */
  | { readonly kind: "text"; readonly name: string; readonly label: string }
  /** Set by links alone, and taken away here. */
  | { readonly kind: "link"; readonly name: string; readonly label: string };

const DAYS = ["from", "to"] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the list is asked for. `from` and `to` of the address are days of whoever looks, both included, or times. */
export function queryOf(filters: readonly Filter[], search: Search): Readonly<Record<string, string>> {
  const chosen = [...filters.map(({ name }) => name), "cursor"].map((name) => [name, search[name]]);
  const times = DAYS.map((name) => [name, timeOf(search[name], name)]);
  return Object.fromEntries([...chosen, ...times].filter(([, value]) => value !== undefined));
}

/** The begin of a day, or the begin of the day after it; undefined for what is no day and no time. */
function timeOf(text: string | undefined, end: (typeof DAYS)[number]): string | undefined {
  if (text === undefined) return undefined;
  const time = new Date(DAY.test(text) ? `${text}T00:00` : text);
  if (Number.isNaN(time.getTime())) return undefined;
  if (DAY.test(text) && end === "to") time.setDate(time.getDate() + 1);
  return time.toISOString();
}

/** As a field for days shows it. */
export function dayOf(text: string | undefined): string {
  if (text === undefined || DAY.test(text)) return text ?? "";
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return "";
  const [month, day] = [time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${time.getFullYear()}-${month}-${day}`;
}

/** Takes away all that chooses. */
export function nothingChosen(filters: readonly Filter[]): Search {
  return Object.fromEntries(
    [...filters.map(({ name }) => name), ...DAYS, "cursor", "q"].map((name) => [name, undefined]),
  );
}

/** The list is looked for by one name at a time: the others go. */
export function chosenByName(filters: readonly Filter[], name: string, value: string | undefined): Search {
  const names = filters.filter(({ kind }) => kind !== "choice").map((filter) => filter.name);
  return { ...Object.fromEntries([...names, "cursor", "q"].map((one) => [one, undefined])), [name]: value };
}
