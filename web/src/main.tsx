/** Where the client begins. */

import { render } from "preact";

const root = document.getElementById("app");
if (root) render(<h1>Ludarium</h1>, root);
