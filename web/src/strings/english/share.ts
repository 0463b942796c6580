/** Sharing a finished game, and the board for frames of other sites. */

export const share = {
  title: "Share this game",
  open: "Share",
  private:
    "This game is private: links and embedded boards work for its players only. You can save pictures of it.",
  link: "Link to this move",
  embed: "Board for your own page",
  copy: (what: string) => `Copy: ${what}`,
  png: "Picture (PNG)",
  svg: "Picture (SVG)",
  gif: "Animation (GIF)",
  gifNote: "An animation takes some seconds to draw. Games of up to 150 moves can be animated.",
  pictureAlt: (ply: number) => `The board after move ${ply}`,
  openOn: "Open on Ludarium",
  noEmbed: "This game cannot be shown here.",
};
