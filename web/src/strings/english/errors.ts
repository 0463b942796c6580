/** A lost connection, a missing page, a failed page. */

export const connection = {
  lost: "No connection. Trying again…",
  offline: "You are offline. The game continues when you reconnect.",
};

export const missing = {
  title: "Nothing here",
  lead: "There is no page at this address.",
  home: "Home page",
};

export const broken = {
  title: "Something went wrong",
  lead: "This page could not be shown.",
  again: "Reload the page",
};
