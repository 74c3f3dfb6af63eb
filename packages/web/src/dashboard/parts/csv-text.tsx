import { type ReactNode, useId } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { useHere } from "../context.ts";
import { useDraft } from "./use-draft.ts";

/** The text of a file, and what it is called. */
export type CsvDraft = { readonly text: string; readonly fileName: string };

/** What is there stays for this tab until it is begun: a login in between loses nothing. `name`: of what it makes. */
export function useCsvDraft(name: string) {
  const { project } = useHere();
  return useDraft<CsvDraft>(`${project.id} ${name}`, () => ({ text: "", fileName: "pasted text" }));
}

type CsvTextProps = {
  readonly draft: CsvDraft;
  readonly onChange: (change: Partial<CsvDraft>) => void;
  readonly template: string;
  /** Which columns there are. */
  readonly children: ReactNode;
};

/** Takes a file, or its text. */
export function CsvText({ draft, onChange, template, children }: CsvTextProps) {
  const id = useId();
  const take = async (chosen: File | undefined) => {
    if (chosen !== undefined) onChange({ fileName: chosen.name, text: await chosen.text() });
  };
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}-file`}>CSV file</label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".csv,text/csv"
          onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-text`}>Or paste its text</label>
        <textarea
          id={`${id}-text`}
          className="code"
          rows={5}
          value={draft.text}
          placeholder={template}
          spellCheck={false}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
        <p className="hint" id={`${id}-hint`}>
          {children}
        </p>
        <div className="actions">
          <CopyButton text={template} name="example" label="Copy an example" />
        </div>
      </div>
    </>
  );
}
