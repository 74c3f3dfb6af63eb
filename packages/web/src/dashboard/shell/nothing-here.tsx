import { Link } from "@tanstack/react-router";
import { PageHead } from "../parts/page-head.tsx";

export function NothingHere() {
  return (
    <>
      <PageHead title="Nothing is here" />
      <p>There is no such page, or you are not a member of this project.</p>
      <p>
        <Link to="/">To your projects</Link>
      </p>
    </>
  );
}
