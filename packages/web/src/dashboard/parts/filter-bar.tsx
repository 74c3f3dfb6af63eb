import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useEffect, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CROSS, Icon } from "../../ui/icon.tsx";
import { useFilters, useHere } from "../context.ts";
import { searchOf } from "./found.tsx";
import { chosenByName, dayOf, type Filter } from "./list-filters.ts";
import { addressOfThing } from "./things.ts";

/** What stands in a field: what was typed, until the address says something else. */
function useTyped(value: string) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return [typed, setTyped] as const;
}

/** Search and filters of a list. All of them are in the address. */
export function FilterBar({ filters, finds }: { filters: readonly Filter[]; finds: string }) {
  const [search] = useFilters();
  const chips = filters.filter(({ kind, name }) => kind === "link" && search[name] !== undefined);
  return (
    <search className="filters">
      <Find hint={finds} />
      {filters.map((filter) => filter.kind === "choice" && <Choice key={filter.name} {...filter} />)}
      {filters.map((filter) => filter.kind === "text" && <Named key={filter.name} filters={filters} {...filter} />)}
      <Days />
      {chips.map(({ name, label }) => (
        <Chip key={name} name={name} label={label} />
      ))}
    </search>
  );
}

/** What is found alone is opened at once; else what was found is shown instead of the list. */
function Find({ hint }: { hint: string }) {
  const { api, project } = useHere();
  const [{ q = "" }, change] = useFilters();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [typed, setTyped] = useTyped(q);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const find = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = typed.trim();
    if (text === "") return change({ q: undefined });
    setBusy(true);
    const result = await client.fetchQuery(searchOf(api, project.id, text)).catch(() => undefined);
    setBusy(false);
    const [only, ...others] = result?.found ?? [];
    const address = only && others.length === 0 ? addressOfThing(project.id, only) : undefined;
    if (address === undefined) change({ q: text, cursor: undefined });
    else void navigate({ to: address });
  };
  return (
    <form onSubmit={(event) => void find(event)} className="find-form">
      <label htmlFor={id}>Search</label>
      <input
        id={id}
        type="search"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        aria-busy={isBusy}
        aria-describedby={`${id}-hint`}
      />
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </form>
  );
}

function Choice({ name, label, options }: Extract<Filter, { kind: "choice" }>) {
  const [search, change] = useFilters();
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={search[name] ?? ""}
        onChange={({ currentTarget }) =>
          change({ [name]: currentTarget.value || undefined, cursor: undefined, q: undefined })
        }
      >
        <option value="">All</option>
        {Object.entries(options).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

function Named({ name, label, filters }: Extract<Filter, { kind: "text" }> & { filters: readonly Filter[] }) {
  const [search, change] = useFilters();
  const [typed, setTyped] = useTyped(search[name] ?? "");
  const id = useId();
  const choose = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    change(chosenByName(filters, name, typed.trim() || undefined));
  };
  return (
    <form onSubmit={choose}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </form>
  );
}

/** Before the first block there was nothing to pay. */
const FIRST_DAY = "2009-01-03";

function Days() {
  const [search, change] = useFilters();
  const id = useId();
  return (
    <div className="days">
      {(["from", "to"] as const).map((name) => (
        <div key={name}>
          <label htmlFor={`${id}-${name}`}>{name === "from" ? "From day" : "To day"}</label>
          <input
            id={`${id}-${name}`}
            type="date"
            min={FIRST_DAY}
            value={dayOf(search[name])}
            onChange={({ currentTarget: { value, validity } }) =>
              validity.valid &&
              change({ [name]: value || undefined, cursor: undefined, q: undefined }, { replace: true })
            }
          />
        </div>
      ))}
    </div>
  );
}

function Chip({ name, label }: { name: string; label: string }) {
  const [search, change] = useFilters();
  return (
    <p className="chip">
      <span>
        {label} <bdi>{search[name]}</bdi>
      </span>
      <Button
        look="plain"
        aria-label={`Not only this: ${label}`}
        onClick={() => change({ [name]: undefined, cursor: undefined })}
      >
        <Icon path={CROSS} size={16} />
      </Button>
    </p>
  );
}
