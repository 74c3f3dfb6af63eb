import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CROSS, Icon } from "../../ui/icon.tsx";
import { useFilters, useHere } from "../context.ts";
import { searchOf } from "./found.tsx";
import { chosenByName, dayOf, type Filter } from "./list-filters.ts";
import { addressOfThing } from "./things.ts";

const typedIn = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? "").trim();

/** Search and filters of a list. All of them are in the address. */
export function FilterBar({ filters, noun }: { filters: readonly Filter[]; noun: string }) {
  const [search] = useFilters();
  const chips = filters.filter(({ kind, name }) => kind === "link" && search[name] !== undefined);
  return (
    <search className="filters">
      <Find noun={noun} />
      {filters.map((filter) => {
        switch (filter.kind) {
          case "choice":
            return <Choice key={filter.name} {...filter} />;
          case "text":
            return <Named key={filter.name} filters={filters} {...filter} />;
          case "link":
            return null;
        }
      })}
      <Days />
      {chips.map(({ name, label }) => (
        <Chip key={name} name={name} label={label} />
      ))}
    </search>
  );
}

/** What is found alone is opened at once; else what was found is shown instead of the list. */
function Find({ noun }: { noun: string }) {
  const { api, project } = useHere();
  const [{ q = "" }, change] = useFilters();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const find = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = typedIn(event.currentTarget, "q");
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
    <form onSubmit={(event) => void find(event)} key={q} className="find-form">
      <label htmlFor={id}>Find a {noun}, or anything</label>
      <input
        id={id}
        type="search"
        name="q"
        defaultValue={q}
        placeholder="Id, hash, invoice, address, internalId"
        autoComplete="off"
        spellCheck={false}
        aria-busy={isBusy}
      />
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
  const value = search[name] ?? "";
  const id = useId();
  const choose = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    change(chosenByName(filters, name, typedIn(event.currentTarget, name) || undefined));
  };
  return (
    <form onSubmit={choose} key={value}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="text" name={name} defaultValue={value} autoComplete="off" spellCheck={false} />
    </form>
  );
}

/** Before the first block there was nothing to pay. */
const FIRST_DAY = "2009-01-03";

function Days() {
  const [search, change] = useFilters();
  const id = useId();
  return (
    <>
      {(["from", "to"] as const).map((name) => (
        <div key={name}>
          <label htmlFor={`${id}-${name}`}>{name === "from" ? "From day" : "To day"}</label>
          <input
            id={`${id}-${name}`}
            type="date"
            min={FIRST_DAY}
            value={dayOf(search[name])}
            onChange={({ currentTarget: { value, validity } }) =>
              validity.valid && change({ [name]: value || undefined, cursor: undefined, q: undefined }, { replace: true })
            }
          />
        </div>
      ))}
    </>
  );
}

function Chip({ name, label }: { name: string; label: string }) {
  const [search, change] = useFilters();
  return (
    <p className="chip">
      <span>
        {label} <bdi>{search[name]}</bdi>
      </span>
      <Button look="plain" aria-label={`Not only this: ${label}`} onClick={() => change({ [name]: undefined, cursor: undefined })}>
        <Icon path={CROSS} size={16} />
      </Button>
    </p>
  );
}
