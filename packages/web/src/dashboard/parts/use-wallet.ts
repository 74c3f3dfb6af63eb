import { useQuery } from "@tanstack/react-query";
import { useHere } from "../context.ts";

/** The wallet of the project. */
export function useWallet() {
  const { api, project } = useHere();
  return useQuery({
    queryKey: ["project", project.id, "wallet"],
    queryFn: ({ signal }) => api.get("/v0/wallet", { signal }),
    meta: { live: ["wallet", "payment"] },
  });
}
