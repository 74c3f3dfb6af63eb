import { CopyButton } from "../../ui/copy-button.tsx";
import { Qr } from "../../ui/qr.tsx";

type PayCodeProps = {
  readonly label: string;
  readonly text: string;
  /** With `lightning:` before it, for a wallet on the same machine. */
  readonly uri: string;
  /** Of what is copied. */
  readonly name: string;
};

/** An invoice or an LNURL: as a QR code, to be copied, and as a link to a wallet. */
export function PayCode({ label, text, uri, name }: PayCodeProps) {
  return (
    <div className="pay-code">
      <Qr text={uri.toUpperCase()} label={label} />
      <div className="actions">
        <CopyButton text={text} name={name} label={`Copy the ${name}`} />
        <a className="button second" href={uri}>
          Open in a wallet
        </a>
      </div>
    </div>
  );
}
