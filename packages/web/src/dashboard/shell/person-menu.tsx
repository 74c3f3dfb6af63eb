import { useRef } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import type { DashboardMe } from "../../api/own-paths.ts";
import { forgetTab } from "../../ui/forget-tab.ts";
import { Icon, PERSON } from "../../ui/icon.tsx";
import { zoneHere } from "../../ui/time-text.ts";
import { type Shown, useUnit } from "../../ui/unit.ts";
import { useDashboard } from "../context.ts";

const UNITS: readonly (readonly [Shown, string])[] = [
  ["sat", "sat"],
  ["btc", "BTC"],
];

/** Who is logged in, in which unit and zone things are shown, and the way out. */
export function PersonMenu({ me }: { me: DashboardMe | undefined }) {
  const { formToken } = useDashboard();
  const { unit, set } = useUnit();
  const form = useRef<HTMLFormElement>(null);
  const act = (key: string) => {
    if (key === "log-out") {
      forgetTab();
      form.current?.requestSubmit();
    }
    for (const [one] of UNITS) if (key === one) set(one);
  };
  return (
    <>
      <form ref={form} method="post" action="/logout" hidden>
        <input type="hidden" name="csrf" value={formToken} />
      </form>
      <MenuTrigger>
        <Button className="close" aria-label={me === undefined ? "You" : `You: ${me.user.gamertag}`}>
          <Icon path={PERSON} />
        </Button>
        <Popover className="popover" placement="bottom end">
          {me !== undefined && (
            <p className="who">
              <bdi>{me.user.gamertag}</bdi>
              <bdi className="soft">{me.user.email}</bdi>
              <span className="soft">Times are in {zoneHere()}</span>
            </p>
          )}
          <Menu className="menu" aria-label="You" onAction={(key) => act(String(key))}>
            {UNITS.map(([one, name]) => (
              <MenuItem key={one} id={one} textValue={`Show amounts in ${name}`}>
                Show amounts in {name}
                {unit === one && <span className="soft"> (now)</span>}
              </MenuItem>
            ))}
            <MenuItem id="wallet" href="/wallet">
              Your wallet
            </MenuItem>
            <MenuItem id="account" href="/account">
              Your account
            </MenuItem>
            <MenuItem id="log-out">Log out</MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
    </>
  );
}
