import { useQuery } from "@tanstack/react-query";
import { useHere } from "../../context.ts";
import { gamertagsOf, type Line } from "./pay-rows.ts";

/** That the service looks up in one call. Source: `GET …/gamertags`. */
const NAMES_MAX = 100;

/** Which gamertags of a file no user has. `isAsking`: that is not known yet. */
export function useUnknownGamertags(lines: readonly Line[]) {
  const { api, project } = useHere();
  const names = gamertagsOf(lines);
  const { data, error, refetch } = useQuery({
    queryKey: ["project", project.id, "gamertags", names],
    queryFn: async ({ signal }) => {
      const unknown: string[] = [];
      for (let from = 0; from < names.length; from += NAMES_MAX) {
        const gamertags = names.slice(from, from + NAMES_MAX).join(",");
        unknown.push(...(await api.get("/gamertags", { query: { gamertags }, signal })).unknown);
      }
      return unknown;
    },
    enabled: names.length > 0,
    gcTime: 0,
  });
  return { unknown: data ?? [], isAsking: names.length > 0 && data === undefined, error, refetch };
}
