import { freshLoginPath } from "../../api/failure.ts";
import { useHere } from "../context.ts";

/** Says before a form is filled in that it asks for a login of the last ten minutes; nothing while there is one. */
export function FreshLogin() {
  const { me } = useHere();
  if (Date.parse(me.freshUntil) > Date.now()) return null;
  const here = `${location.pathname}${location.search}`;
  return (
    <p className="notice">
      This asks for a login of the last ten minutes. <a href={freshLoginPath(here, Date.now())}>Log in again</a>, and you
      come back to here.
    </p>
  );
}
