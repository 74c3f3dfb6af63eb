import { useQuery } from "@tanstack/react-query";
import { useSettled } from "../../../ui/use-settled.ts";
import { useHere } from "../../context.ts";
import { type Line, type Named, namesIn } from "./pay-rows.ts";

/** That the service looks up in one call. Source: `GET …/recipients`. */
const NAMES_MAX = 100;
/** The text of the file stands still for so long before anything is asked. */
const SETTLED_MS = 500;
const KINDS = ["gamertag", "address"] as const;

/** Which recipients of a file, by their names here, there are not. `isAsking`: that is not known yet. */
export function useUnknownRecipients(lines: readonly Line[]) {
  const { api, project } = useHere();
  const names = namesIn(lines, location.host);
  const wanted = names.map(({ kind, name }) => `${kind} ${name}`).join();
  const isSettled = useSettled(wanted, SETTLED_MS) === wanted;
  const { data, error, refetch } = useQuery({
    queryKey: ["project", project.id, "recipients", wanted],
    queryFn: async ({ signal }) => {
      const unknown: Named[] = [];
      for (const kind of KINDS) {
        const own = names.filter((one) => one.kind === kind).map(({ name }) => name);
        for (let from = 0; from < own.length; from += NAMES_MAX) {
          const query = { kind, names: own.slice(from, from + NAMES_MAX).join(",") };
          const found = await api.get("/recipients", { query, signal });
          unknown.push(...found.unknown.map((name) => ({ kind, name })));
        }
      }
      return unknown;
    },
    enabled: isSettled && names.length > 0,
    gcTime: 0,
  });
  return { unknown: data ?? [], isAsking: names.length > 0 && data === undefined, error, refetch };
}
