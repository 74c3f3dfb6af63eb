import { CopyButton } from "../../ui/copy-button.tsx";

type CodeBlockProps = {
  readonly text: string;
  /** What it is, such as "body". */
  readonly name: string;
};

/** A text as machines write it, with lines of any length, which is copied whole. */
export function CodeBlock({ text, name }: CodeBlockProps) {
  return (
    <div className="command">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} name={name} />
    </div>
  );
}

/** JSON with a line for each field; another text as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
