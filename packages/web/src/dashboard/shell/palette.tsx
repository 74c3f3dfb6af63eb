import { useNavigate } from "@tanstack/react-router";
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
  useFilter,
} from "react-aria-components";
import type { DashboardMe } from "../../api/own-paths.ts";
import { addressOf } from "../addresses.ts";
import { PAGES } from "../pages.ts";

type PaletteProps = {
  readonly me: DashboardMe | undefined;
  readonly project: string | undefined;
  readonly onClose: () => void;
};

/** Leads to every page and project by a few letters of its name. */
export function Palette({ me, project, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const { contains } = useFilter({ sensitivity: "base" });
  const pages =
    project === undefined ? [] : PAGES.map(({ path, label }) => ({ id: addressOf(project, path), name: label }));
  const others = (me?.projects ?? [])
    .filter(({ id }) => id !== project)
    .map(({ id, name }) => ({ id: addressOf(id), name: `Project ${name}` }));
  const go = (address: string) => {
    onClose();
    void navigate({ to: address });
  };
  return (
    <ModalOverlay className="veil" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="palette">
        <Dialog aria-label="Go to">
          <Autocomplete filter={contains}>
            <SearchField className="field" autoFocus>
              <Label className="hidden">Go to</Label>
              <Input placeholder="Go to a page or project" />
            </SearchField>
            <Menu
              className="menu"
              aria-label="Pages and projects"
              items={[...pages, ...others]}
              onAction={(address) => go(String(address))}
              renderEmptyState={() => <p className="soft">Nothing has this name.</p>}
            >
              {({ id, name }) => <MenuItem id={id}>{name}</MenuItem>}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
