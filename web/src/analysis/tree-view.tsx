/** The moves of the tree: the main line with numbers, and variations indented below a move. */

import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../strings";
import type { AnalysisSession } from "./session";
import { moveNumber, type TreeNode } from "./tree";

const a = t.analysis;

interface Props {
  session: AnalysisSession;
  /** Marks that must not show the mistake of a move that is tried again. */
  hidden?: TreeNode | null;
}

export function TreeView({ session, hidden = null }: Props) {
  const box = useRef<HTMLDivElement>(null);
  session.version.value;
  const { root } = session.tree;
  const current = session.current.value;
  useEffect(() => {
    // Scroll only the list, never the page.
    const at = box.current?.querySelector<HTMLElement>("[aria-current]");
    const list = box.current;
    if (!list || !at) return;
    const top = at.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
    if (top < list.scrollTop || top + at.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top - list.clientHeight / 2;
  }, [current, session.version.value]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list inside has the structure.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <div ref={box} class="tree" role="group" aria-label={t.room.moves} tabIndex={0}>
      <button
        type="button"
        class="move root"
        {...(current === root ? { "aria-current": "step" as const } : {})}
        onClick={() => void session.goTo(root)}
      >
        {a.start}
      </button>
      {root.comment && <p class="comment">{root.comment}</p>}
      {!root.children.length && <span class="soft small pad">{a.noMoves}</span>}
      <Line session={session} from={root} hidden={hidden} begins />
    </div>
  );
}

interface LineProps extends Props {
  from: TreeNode;
  /** The first move needs a number. */
  begins: boolean;
}

function Line({ session, from, begins, hidden }: LineProps) {
  const parts = [];
  let first = begins;
  for (let at = from; at.children[0]; at = at.children[0]) {
    const [next, ...others] = at.children as [TreeNode, ...TreeNode[]];
    if (next === hidden) break;
    parts.push(
      <Fragment key={next.id}>
        <Move session={session} node={next} first={first} />
        {next.comment && <p class="comment">{next.comment}</p>}
        {others.length > 0 && (
          <ul class="variations" aria-label={a.variations}>
            {others.map((other) => (
              <li key={other.id}>
                <Move session={session} node={other} first />
                {other.comment && <span class="comment">{other.comment}</span>}
                <Line session={session} from={other} begins={other.comment !== ""} />
              </li>
            ))}
          </ul>
        )}
      </Fragment>,
    );
    first = next.comment !== "" || others.length > 0;
  }
  return <>{parts}</>;
}

function Move({
  session,
  node,
  first,
}: {
  session: AnalysisSession;
  node: TreeNode;
  first: boolean;
}) {
  const number = moveNumber(node, first);
  const mark = node.mark ? a.marks[node.mark] : undefined;
  return (
    <button
      type="button"
      class="move"
      data-mark={node.mark}
      {...(session.current.value === node ? { "aria-current": "step" as const } : {})}
      onClick={() => void session.goTo(node)}
    >
      {number && <span class="number">{number}</span>}
      {node.notation}
      {node.mark && (
        <span class="mark">
          <span aria-hidden="true">{node.mark}</span>
          <span class="unseen">{mark}</span>
        </span>
      )}
    </button>
  );
}
