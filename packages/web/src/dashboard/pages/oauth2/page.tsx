import { NotYet } from "../../parts/not-yet.tsx";

export function Oauth2Page() {
  return <NotYet title="OAuth2" />;
}
