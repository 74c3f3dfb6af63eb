import { useNavigate } from "@tanstack/react-router";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import type { DashboardMe } from "../../api/own-paths.ts";
import { DOWN, Icon } from "../../ui/icon.tsx";
import { addressOf } from "../addresses.ts";

/** The project whose pages are open, and a way to another one. */
export function ProjectMenu({ me, current }: { me: DashboardMe | undefined; current: string | undefined }) {
  const navigate = useNavigate();
  const project = me?.projects.find(({ id }) => id === current);
  if (me === undefined || project === undefined) return <span className="spread" />;
  return (
    <div className="spread">
      <MenuTrigger>
        <Button className="switch" aria-label={`Project ${project.name}. Choose another one`}>
          <bdi>{project.name}</bdi>
          <Icon path={DOWN} size={16} />
        </Button>
        <Popover className="popover">
          <Menu
            className="menu"
            aria-label="Projects"
            items={me.projects}
            selectionMode="single"
            selectedKeys={[project.id]}
            disallowEmptySelection
            onAction={(id) => void navigate({ to: addressOf(String(id)) })}
          >
            {({ id, name, role }) => (
              <MenuItem id={id} textValue={name}>
                <bdi>{name}</bdi> <span className="soft">{role}</span>
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
}
