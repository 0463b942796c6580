/** What went wrong. */

export const connection = {
  lost: "No connection. Trying again…",
  offline: "You are offline. The game goes on when you are back.",
  back: "Connected again.",
};

export const missing = {
  title: "Nothing here",
  lead: "There is no page at this address.",
  home: "To the start page",
};

export const broken = {
  title: "Something went wrong",
  lead: "This page could not be shown.",
  again: "Load it again",
};
