import { useLocation } from "@tanstack/react-router";
import { freshLoginPath } from "../../api/failure.ts";
import { useHere } from "../context.ts";

/** Says before a form is filled in that it asks for a fresh login. Nothing while the login is fresh. */
export function FreshNotice() {
  const { me } = useHere();
  // Read for its changes: the address to come back to is that of the window.
  useLocation();
  const now = Date.now();
  if (Date.parse(me.freshUntil) > now) return null;
  return (
    <p className="notice">
      This asks for a login of the last 10 minutes.{" "}
      <a href={freshLoginPath(`${location.pathname}${location.search}`, now)}>Log in again</a> first, or when you are
      asked: what you have typed stays.
    </p>
  );
}
