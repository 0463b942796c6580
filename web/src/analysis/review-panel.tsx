/** The review of a game: graph, accuracy, mistakes, and what would have been better. */

import { Button } from "../components/button";
import type { GameInfo, ReviewStep } from "../protocol";
import { seatColour, seatName } from "../seats";
import { t } from "../strings";
import { ChanceGraph } from "./chance-graph";
import type { Retry } from "./retry";
import { type GameReview, stepAt } from "./review";
import type { AnalysisSession } from "./session";
import { isMain, mainLine } from "./tree";

const a = t.analysis;
const MARKS = ["?!", "?", "??"] as const;

interface Props {
  session: AnalysisSession;
  review: GameReview;
  retry: Retry;
  game: GameInfo;
}

export function ReviewPanel(props: Props) {
  const { session, review, game } = props;
  const phase = review.phase.value;
  const steps = review.steps.value;
  const { names } = session.root;
  session.version.value;
  if (phase === "none")
    return (
      <div class="review-start">
        <p>{a.reviewLead}</p>
        <Button
          label={a.reviewStart}
          icon="hint"
          look="primary"
          onClick={() => void review.start()}
        />
        <p class="wrong" role="alert">
          {review.error.value}
        </p>
      </div>
    );
  const line = mainLine(session.tree.root);
  const plies = session.root.frames.length - 1;
  const node = session.current.value;
  const point = review.summary.value?.turning_point ?? null;
  const goToPly = (ply: number) => void session.goTo(line[ply - 1] ?? session.tree.root);
  return (
    <div class="review">
      {phase === "running" && <ReviewProgress review={review} />}
      <ChanceGraph
        steps={steps}
        seconds={review.seconds.value}
        game={game}
        seats={names.length}
        plies={plies}
        at={isMain(node) ? node.ply : 0}
        turningPoint={point}
        onPly={goToPly}
      />
      <CurrentStep {...props} />
      {phase === "done" && <SummaryTable {...props} />}
      {point !== null && (
        <button type="button" class="button quiet" onClick={() => goToPly(point)}>
          {a.turningPoint(line[point - 1]?.notation ?? "", line[point - 1]?.round ?? 0)}
        </button>
      )}
      <MistakeList {...props} onPly={goToPly} />
    </div>
  );
}

function ReviewProgress({ review }: { review: GameReview }) {
  const done = review.steps.value.length;
  const total = review.total.value;
  return (
    <p class="soft small" role="status">
      {review.place.value && !done ? a.queued(review.place.value) : a.reviewing(done, total)}
      <progress max={Math.max(total, 1)} value={done} aria-label={a.progress} />
    </p>
  );
}

/** What the review says of the move that the board shows. */
function CurrentStep({ session, review, retry }: Props) {
  const node = session.current.value;
  const trying = retry.state.value;
  if (trying) return <RetryBox session={session} retry={retry} />;
  const step = isMain(node) ? stepAt(review.steps.value, node.ply) : undefined;
  const time = isMain(node) ? review.seconds.value[node.ply - 1] : undefined;
  return (
    <div class="step-note" role="status">
      {step && (
        <p>
          {step.mark && <b data-mark={step.mark}>{a.marks[step.mark]} </b>}
          {a.chanceChange(Math.round(step.before * 100), Math.round(step.after * 100))}
          {time !== undefined && <span class="soft"> {a.timeUsed(time)}</span>}
        </p>
      )}
      {step?.mark && step.better.length > 0 && (
        <>
          <p class="small">{a.better(step.better.slice(0, 6).join(" "))}</p>
          <div class="row">
            <Button label={a.tryAgain} icon="again" onClick={() => retry.begin(step)} />
            <Button label={a.showBetter} onClick={() => void showBetter(session, step)} />
          </div>
        </>
      )}
    </div>
  );
}

/** Go back before a mistake, and add the better line as a variation. */
async function showBetter(session: AnalysisSession, step: ReviewStep): Promise<void> {
  const before = mainLine(session.tree.root)[step.ply - 2] ?? session.tree.root;
  void session.goTo(before);
  await session.playLine(step.better.slice(0, 6), before);
}

function RetryBox({ session, retry }: Pick<Props, "session" | "retry">) {
  const state = retry.state.value;
  if (!state) return null;
  const { step, verdict, chance } = state;
  const percent = chance === null ? null : Math.round(chance * 100);
  return (
    <div class="step-note retry" data-verdict={verdict}>
      <p role="status">
        {verdict === "asked" && a.retryAsk(step.notation.join(" "))}
        {verdict === "waiting" && a.retryWait}
        {verdict === "best" && a.retryBest}
        {verdict === "good" && a.retryGood(percent ?? 0)}
        {verdict === "bad" && a.retryBad(percent ?? 0)}
      </p>
      <div class="row">
        {verdict !== "asked" && (
          <Button label={t.retry} icon="again" onClick={() => retry.begin(step)} />
        )}
        <Button
          label={a.showBetter}
          onClick={() => {
            retry.end();
            void showBetter(session, step);
          }}
        />
        <Button
          label={a.retryEnd}
          onClick={() => {
            retry.end();
            void session.goTo(state.mistake);
          }}
        />
      </div>
    </div>
  );
}

function SummaryTable({ session, review, game }: Props) {
  const seats = review.summary.value?.seats ?? [];
  return (
    <table class="summary">
      <thead>
        <tr>
          <th scope="col">{t.recordsPage.player}</th>
          <th scope="col">{a.accuracy}</th>
          {MARKS.map((mark) => (
            <th key={mark} scope="col" data-mark={mark}>
              <abbr title={a.marks[mark]}>{mark}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {seats.map((seat, index) => (
          <tr key={index}>
            <th scope="row">
              <span class="dot" style={{ background: seatColour(game, index) }} />
              {session.root.names[index] || seatName(game, index)}
            </th>
            <td>{seat.accuracy === null ? "–" : a.percent(Math.round(seat.accuracy))}</td>
            {MARKS.map((mark) => (
              <td key={mark}>{seat.marks[mark] ?? 0}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MistakeList({ session, review, game, onPly }: Props & { onPly(ply: number): void }) {
  const marked = review.steps.value.filter(({ mark }) => mark);
  const line = mainLine(session.tree.root);
  if (!marked.length)
    return review.phase.value === "done" ? <p class="soft small">{a.noMistakes}</p> : null;
  return (
    <ul class="mistakes" aria-label={a.mistakes}>
      {marked.map((step) => (
        <li key={step.ply}>
          <button
            type="button"
            class="move"
            data-mark={step.mark}
            {...(session.current.value.ply === step.ply && isMain(session.current.value)
              ? { "aria-current": "step" as const }
              : {})}
            onClick={() => onPly(step.ply)}
          >
            <span class="dot" style={{ background: seatColour(game, step.seat) }} />
            <span class="number">{line[step.ply - 1]?.round}.</span>
            {step.notation.join(" ")}
            <span class="mark">
              <span aria-hidden="true">{step.mark}</span>
              <span class="unseen">{a.marks[step.mark]}</span>
            </span>
            <span class="loss">{a.percent(-Math.round(step.loss * 100))}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
