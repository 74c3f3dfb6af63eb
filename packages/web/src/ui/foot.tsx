import { type Branding, SOFTWARE } from "./branding.ts";
import { useUi } from "./words.ts";

/** Whose page this is, where people ask, and what there is to read: below all pages of wallet and dashboard. */
export function Foot({ branding }: { branding: Branding }) {
  const { foot } = useUi().words;
  const { name, support, terms, privacy, imprint } = branding;
  const links = [
    [foot.support, support],
    [foot.terms, terms],
    [foot.privacy, privacy],
    [foot.imprint, imprint],
  ] as const;
  return (
    <footer className="foot">
      <bdi className="strong">{name}</bdi>
      {links.map(
        ([label, href]) =>
          href !== undefined && (
            <a key={label} href={href} target="_blank" rel="noreferrer">
              {label}
            </a>
          ),
      )}
      {name !== SOFTWARE && <span>{foot.software}</span>}
    </footer>
  );
}
