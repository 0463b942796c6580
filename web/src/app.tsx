/** The frame around all pages, and the routes. */

import { useState } from "preact/hooks";
import { ErrorBoundary, LocationProvider, lazy, Route, Router } from "preact-iso";
import { ConnectionBanner } from "./components/banner";
import { Footer } from "./components/footer";
import { Header } from "./components/header";
import { Toasts } from "./components/toasts";
import Home from "./pages/home";
import { BrokenPage, MissingPage } from "./pages/missing";
import { t } from "./strings";

const Analysis = lazy(() => import("./pages/analysis"));
const Gallery = lazy(() => import("./pages/gallery"));
const NewGame = lazy(() => import("./pages/new-game"));
const MyGames = lazy(() => import("./pages/my-games"));
const Profile = lazy(() => import("./pages/profile"));
const KeyPage = lazy(() => import("./pages/key"));
const Programs = lazy(() => import("./pages/programs"));
const Play = lazy(() => import("./pages/play"));
const Lobby = lazy(() => import("./pages/lobby"));
const Replay = lazy(() => import("./pages/replay"));
const Rules = lazy(() => import("./pages/rules"));
const Records = lazy(() => import("./pages/records"));
const People = lazy(() => import("./pages/people"));
const Setup = lazy(() => import("./pages/setup"));
const Learn = lazy(() => import("./pages/learn"));
const Puzzles = lazy(() => import("./pages/puzzles"));
const ShowPage = lazy(() => import("./pages/show"));
const Settings = lazy(() => import("./pages/settings"));

/** Most visitors follow a link to a game, so its page is fetched before the first render. */
export function preloadPage(path: string): void {
  if (path.startsWith("/play/")) void Play.preload();
}

/** Links that the client routes by itself; the documentation is a site of its own. */
const CLIENT_LINKS = /^(?!\/docs(\/|$))/;

let hasNavigated = false;

/** Scroll to the top after a navigation, but not on the first page. */
function scrollToTop(): void {
  if (hasNavigated) scrollTo(0, 0);
  hasNavigated = true;
}

export function App() {
  const [broken, setBroken] = useState(false);
  const handleError = (error: Error) => {
    console.error(error);
    setBroken(true);
  };
  return (
    <LocationProvider scope={CLIENT_LINKS}>
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <Header />
      <ConnectionBanner />
      <main id="content" tabIndex={-1}>
        {broken ? (
          <BrokenPage />
        ) : (
          <ErrorBoundary onError={handleError}>
            <Router onRouteChange={scrollToTop}>
              <Route path="/" component={Home} />
              <Route path="/new/:game?" component={NewGame} />
              <Route path="/play/:code" component={Play} />
              <Route path="/gallery" component={Gallery} />
              <Route path="/lobby" component={Lobby} />
              <Route path="/replay/:id?" component={Replay} />
              <Route path="/setup/:game" component={Setup} />
              <Route path="/analysis/:id?" component={Analysis} />
              <Route path="/rules/:game?" component={Rules} />
              <Route path="/rules/:game/programs" component={Rules} programs />
              <Route path="/learn/:game?/:lesson?" component={Learn} />
              <Route path="/puzzles/:game?/:id?" component={Puzzles} />
              <Route path="/records" component={Records} />
              <Route path="/games" component={MyGames} />
              <Route path="/player/:id" component={Profile} />
              <Route path="/key" component={KeyPage} />
              <Route path="/programs" component={Programs} />
              <Route path="/people" component={People} />
              <Route path="/show" component={ShowPage} />
              <Route path="/settings" component={Settings} />
              <Route default component={MissingPage} />
            </Router>
          </ErrorBoundary>
        )}
      </main>
      <Footer />
      <Toasts />
    </LocationProvider>
  );
}
