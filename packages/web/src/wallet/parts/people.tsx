import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { PageShape } from "../../api/shapes.ts";
import { shortText } from "../../ui/format.ts";
import { Time } from "../../ui/time.tsx";
import { useWallet } from "../context.ts";
import styles from "./parts.module.css";
import { payPath } from "./payment.ts";

export type Person = PageShape<"PaidBefore">;

/** Whom this wallet has paid before, the one paid last first. */
export function usePeople() {
  const { api } = useWallet();
  return useQuery({
    queryKey: ["people"],
    queryFn: async ({ signal }) => (await api.list("/people", { signal })).items,
    meta: { live: ["payment"] },
  });
}

/** Each leads to the form that pays them. */
export function PeopleList({ people }: { people: readonly Person[] }) {
  return (
    <ul className={styles["people"]}>
      {people.map(({ kind, recipient, name, lastPaidAt }) => (
        <li key={`${kind} ${recipient}`}>
          <Link href={payPath(recipient)}>
            <bdi>{shortText(name)}</bdi>
            <span className="soft hint">
              <Time at={lastPaidAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
