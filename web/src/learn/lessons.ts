/** The lessons of a game, loaded once. */

import { fetchJson } from "../http";
import type { LessonInfo, LessonsPage } from "../protocol";

export const FIRST_GAME = "first-game"; // the address of the guided game, after the last lesson
const pages = new Map<string, Promise<LessonsPage>>();

export function loadLessons(game: string): Promise<LessonsPage> {
  let found = pages.get(game);
  if (!found) {
    found = fetchJson<LessonsPage>(`/api/games/${encodeURIComponent(game)}/lessons`);
    pages.set(game, found);
    found.catch(() => pages.delete(game));
  }
  return found;
}

/** The addresses of all lessons of a game in order, the guided game last. */
export function lessonIds(page: LessonsPage): string[] {
  return [...(page.lessons ?? []).map(({ id }) => id), FIRST_GAME];
}

/** The lessons that are cards of pieces. */
export function pieceLessons(page: LessonsPage): LessonInfo[] {
  return (page.lessons ?? []).filter(({ piece }) => piece !== "");
}
