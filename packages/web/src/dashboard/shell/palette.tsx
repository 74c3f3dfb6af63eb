import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import {
  Autocomplete,
  Dialog,
  Input,
  Label,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  Text,
  useFilter,
} from "react-aria-components";
import type { DashboardMe } from "../../api/own-paths.ts";
import { satText } from "../../ui/amount-text.ts";
import { shortText } from "../../ui/format.ts";
import { useSettled } from "../../ui/use-settled.ts";
import { useUi } from "../../ui/words.ts";
import { addressOf } from "../addresses.ts";
import { useDashboard } from "../context.ts";
import { PAGES } from "../pages.ts";
import { searchOf } from "../parts/found.tsx";
import { stateOf, type Thing } from "../parts/states-of-things.ts";
import { addressOfThing, nameOfKind } from "../parts/things.ts";

type PaletteProps = {
  readonly me: DashboardMe | undefined;
  readonly project: string | undefined;
  readonly onClose: () => void;
};

type Goal = {
  readonly id: string;
  readonly address: string;
  readonly name: string;
  /** What tells it from others of its kind. */
  readonly hint?: string;
};

/** Shorter texts name nothing but a page. */
const CHARACTERS_MIN = 3;
/** Whoever types goes on for so long. */
const SETTLED_MS = 200;

/** Leads to every page and project by a few letters of its name, and to everything that the service finds by a text. */
export function Palette({ me, project, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const { contains } = useFilter({ sensitivity: "base" });
  const [text, setText] = useState("");
  const { found, isLooking } = useFound(project, text.trim());
  const goals = [...placesOf(me, project).filter(({ name }) => contains(name, text)), ...found];
  const go = (id: string) => {
    const address = goals.find((goal) => goal.id === id)?.address;
    onClose();
    if (address !== undefined) void navigate({ to: address });
  };
  return (
    <ModalOverlay className="veil" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="palette">
        <Dialog aria-label="Go to">
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField className="field" autoFocus>
              <Label className="hidden">Go to</Label>
              <Input />
              <Text slot="description" className="hint">
                A page, or an id, hash, invoice, address, code, internalId
              </Text>
            </SearchField>
            <Menu
              className="menu"
              aria-label="Pages, projects and what was found"
              items={goals}
              onAction={(id) => go(String(id))}
              renderEmptyState={() => <p className="soft">{isLooking ? "Looking …" : "Nothing found."}</p>}
            >
              {({ id, name, hint }) => (
                <MenuItem id={id} textValue={name}>
                  {name} {hint !== undefined && <bdi className="soft">{hint}</bdi>}
                </MenuItem>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function placesOf(me: DashboardMe | undefined, project: string | undefined): readonly Goal[] {
  const pages = project === undefined ? [] : PAGES.map(({ path, label }) => placeAt(addressOf(project, path), label));
  const others = (me?.projects ?? []).filter(({ id }) => id !== project);
  return [...pages, ...others.map(({ id, name }) => placeAt(addressOf(id), `Project ${name}`))];
}

function placeAt(address: string, name: string): Goal {
  return { id: address, address, name };
}

/** What the service finds in the project, when nothing was typed for a moment. */
function useFound(project: string | undefined, text: string) {
  const { apiOf } = useDashboard();
  const { locale } = useUi();
  const api = useMemo(() => apiOf(project ?? ""), [apiOf, project]);
  const settled = useSettled(text, SETTLED_MS);
  const isName = project !== undefined && settled.length >= CHARACTERS_MIN;
  const { data, isFetching } = useQuery({ ...searchOf(api, project ?? "", settled), enabled: isName });
  const found = isName && settled === text ? (data?.found ?? []) : [];
  return {
    found: found.flatMap((thing) => goalOf(project ?? "", thing, locale)),
    isLooking: isFetching || (project !== undefined && settled !== text),
  };
}

function goalOf(project: string, thing: Thing, locale: string): readonly Goal[] {
  const address = addressOfThing(project, thing);
  if (address === undefined) return [];
  const amount = thing.amount === null ? undefined : satText(thing.amount, locale);
  const parts = [shortText(thing.name ?? thing.id), amount, stateOf(thing)?.[1]];
  const hint = parts.filter((part) => part !== undefined).join(" · ");
  return [{ id: `${thing.kind} ${thing.id}`, address, name: nameOfKind(thing.kind), hint }];
}
