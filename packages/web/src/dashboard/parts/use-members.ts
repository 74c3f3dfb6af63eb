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

/** The one of them who is logged in; `own` is undefined while it is not known. */
export function useOwnMember() {
  const { data, isPending } = useMembers();
  return { own: data?.members.find(({ isYou }) => isYou), isPending };
}
