import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { useToasts } from "../../../ui/toast.tsx";
import { useHere } from "../../context.ts";
import type { App } from "./app.ts";

export function useApps() {
  const { api, project } = useHere();
  return useQuery({
    queryKey: ["project", project.id, "apps"],
    queryFn: ({ signal }) => api.get("/apps", { signal }),
    meta: { live: ["project"] },
  });
}

export function useApp(id: string) {
  const { api, project } = useHere();
  return useQuery({
    queryKey: ["project", project.id, "apps", id],
    queryFn: ({ signal }) => api.get("/apps/{id}", { params: { id }, signal }),
    meta: { live: ["project"] },
  });
}

/** An application with the client secret that was made just now; null: it was in an answer that did not arrive. */
export type Made = { readonly app: App; readonly clientSecret: string | null };

/** Shows a client secret, above the page: the form that made it is gone by then. */
export const MadeContext = createContext<((made: Made) => void) | undefined>(undefined);

export function useTellMade(): (made: Made) => void {
  const tell = useContext(MadeContext);
  if (tell === undefined) throw new Error("outside of the page of applications");
  return tell;
}

/** Reads the applications again, and says what was done. */
export function useDone(onClose: () => void) {
  const { project } = useHere();
  const client = useQueryClient();
  const toasts = useToasts();
  return async (text: string | undefined) => {
    onClose();
    if (text !== undefined) toasts.say({ text });
    await client.invalidateQueries({ queryKey: ["project", project.id, "apps"] });
  };
}
