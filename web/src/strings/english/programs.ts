/** The page of programs and their tokens. */

export const programs = {
  title: "Programs",
  lead: "A program plays here under its own name. Its token is its password: make one for each program, and revoke it when it is no longer needed.",
  name: "Name of the program",
  make: "Make a token",
  tokenOf: (name: string) => `Token of ${name}`,
  once: "This token is shown once. Keep it in a safe place.",
  tokens: "Your programs",
  none: "You have no programs yet.",
  revoke: "Revoke",
  revokeOf: (name: string) => `Revoke the token of ${name}`,
  revoked: (name: string) => `${name} can no longer connect.`,
  sit: "Let it play",
  sitLead:
    "Start a new game with a program as the opponent, and give the bot the address of the room. In Python the kit does the rest; programs in other languages connect to /agent and speak the agent protocol.",
  waits: "A seat is kept for a program. Start it with its token and this address:",
  yours: "Programs and their tokens",
};
