/** Texts that several pages share. */

export const common = {
  language: "en",
  name: "Ludarium",
  title: (page: string) => (page ? `${page} — Ludarium` : "Ludarium"),
  skip: "Skip to content",
  nav: "Main",
  menu: "Menu",
  close: "Close",
  cancel: "Cancel",
  retry: "Try again",
  play: "Play",
  lobby: "Lobby",
  records: "Records",
  people: "People",
  rules: "Rules",
  settings: "Settings",
  online: "online",
  you: "you",
  draw: "Draw",
  unknownGame: "This game does not exist.",
  footer: "Free software. No account, no tracking, no luck.",
};
