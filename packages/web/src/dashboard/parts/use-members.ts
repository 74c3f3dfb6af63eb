import { useQuery } from "@tanstack/react-query";
import { useHere } from "../context.ts";

/** Members, with what each has spent, and the open invitations, which owners alone get. */
export function useMembers() {
  const { api, project } = useHere();
  return useQuery({
    queryKey: ["project", project.id, "members"],
    queryFn: ({ signal }) => api.get("/members", { signal }),
    meta: { live: ["project", "wallet", "payment"] },
  });
}
