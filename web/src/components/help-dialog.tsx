/** The dialog that lists the keyboard shortcuts. */

import type { Button as Action } from "../protocol";
import { t } from "../strings";
import { Dialog } from "./dialog";

export function HelpDialog({ actions, onClose }: { actions: readonly Action[]; onClose(): void }) {
  const keys = [...t.help.keys, ...actions.map((action) => [action.key, action.label] as const)];
  return (
    <Dialog title={t.help.title} onClose={onClose}>
      <p>{t.help.lead}</p>
      <table class="keys">
        <tbody>
          {keys.map(([key, what]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="soft">{t.help.mouse}</p>
    </Dialog>
  );
}
