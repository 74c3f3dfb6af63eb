import { useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useId } from "react";
import { addressOf } from "../../addresses.ts";
import { useFilters, useHere } from "../../context.ts";
import { STATUSES } from "./payment.ts";

/** What chooses the payments, in the address: a link shows the same to another member. */
export function PaymentFilters() {
  const { project } = useHere();
  const [{ status = "", internalId = "" }, change] = useFilters();
  const navigate = useNavigate();
  const id = useId();
  const find = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("find") ?? "").trim();
    if (text !== "")
      void navigate({ to: addressOf(project.id, `payments/${encodeURIComponent(text)}`), search: true as never });
  };
  const filter = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("internalId") ?? "").trim();
    change({ internalId: text === "" ? undefined : text, cursor: undefined });
  };
  return (
    <search className="filters">
      <form onSubmit={find}>
        <label htmlFor={`${id}-find`}>Id or payment hash</label>
        <input id={`${id}-find`} type="search" name="find" autoComplete="off" spellCheck={false} />
      </form>
      <form onSubmit={filter} key={internalId}>
        <label htmlFor={`${id}-internal`}>internalId</label>
        <input
          id={`${id}-internal`}
          type="text"
          name="internalId"
          defaultValue={internalId}
          autoComplete="off"
          spellCheck={false}
        />
      </form>
      <div>
        <label htmlFor={`${id}-status`}>Status</label>
        <select
          id={`${id}-status`}
          value={status}
          onChange={({ currentTarget }) => change({ status: currentTarget.value || undefined, cursor: undefined })}
        >
          <option value="">All</option>
          {Object.entries(STATUSES).map(([value, [, words]]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
    </search>
  );
}
