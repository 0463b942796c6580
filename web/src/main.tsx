/** Where the client begins: the connection is opened while the page's own code still loads. */

import "./styles/base.css";
import "./styles/parts.css";

import { render } from "preact";
import { App, prepare } from "./app";
import { theLink } from "./connection";
import { load } from "./games";

theLink();
prepare(location.pathname);
void load();
// A task of its own: whatever waits after the scripts have run may go first.
setTimeout(() => {
  const root = document.getElementById("app");
  // The word that stood there until now is not ours to diff against.
  root?.replaceChildren();
  if (root) render(<App />, root);
});
