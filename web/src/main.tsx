/** The entry point: opens the connection while the code of the page still loads. */

import "./styles/fonts.css";
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
// Rendering is a task of its own, so that pending tasks run first.
setTimeout(() => {
  const root = document.getElementById("app");
  // Preact must not diff against the splash text.
  root?.replaceChildren();
  if (root) render(<App />, root);
});
