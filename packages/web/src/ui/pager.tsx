import { Button } from "./button.tsx";
import { useUi } from "./words.ts";

type PagerProps = {
  /** To the page of the older ones; undefined on the last page. */
  onOlder: (() => void) | undefined;
  /** Back to the newest ones; undefined on the first page. */
  onNewest: (() => void) | undefined;
};

/** A list is read from one place on: there are no numbers of pages, and nobody counts the whole. */
export function Pager({ onOlder, onNewest }: PagerProps) {
  const { words } = useUi();
  if (onOlder === undefined && onNewest === undefined) return null;
  return (
    <div className="pager">
      {onNewest !== undefined && (
        <Button look="second" onClick={onNewest}>
          {words.newest}
        </Button>
      )}
      {onOlder !== undefined && (
        <Button look="second" onClick={onOlder}>
          {words.older}
        </Button>
      )}
    </div>
  );
}
