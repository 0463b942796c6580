/** Where the client begins: the connection is opened while the page's own code still loads. */

import "./styles/base.css";
import "./styles/frame.css";
import "./styles/components.css";

import { render } from "preact";
import { App, preloadPage } from "./app";
import { theConnection } from "./connection";
import { loadGames } from "./games";

theConnection();
preloadPage(location.pathname);
void loadGames();
// A task of its own: whatever waits after the scripts have run may go first.
setTimeout(() => {
  const root = document.getElementById("app");
  // The word that stood there until now is not ours to diff against.
  root?.replaceChildren();
  if (root) render(<App />, root);
});
