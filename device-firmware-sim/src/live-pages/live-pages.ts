import { priorityRank, type Priority } from '@belfry/schemas/domain/announcements';
import { reasonText, type ReasonCode } from '@belfry/schemas/domain/reasons';
import type { Programme } from '@belfry/schemas/http/schedules/programme';
import type { CommandParams, CommandResult } from '@belfry/schemas/mqtt/commands';
import type { AudioCache } from '../audio-cache/audio-cache.ts';
import { CommandError } from '../device/types.ts';
import { sleep, type Clock } from '../hardware/clock.ts';
import type { Announcer } from '../playback/announcer.ts';
import { OutputError, type AudioOutput } from '../playback/audio-output.ts';
import { duckingFor, type Background } from '../playback/background.ts';
import type { Reporter } from '../playback/receipts.ts';
import { VOICE_TRACKS } from '../playback/speech.ts';
import type { Players } from '../players/players.ts';
import { isSilent, limitedVolume } from '../programme/programme.ts';
import { createPageDecoder, type PageDecoder } from './page-decoder.ts';
import type { PageOutput } from './page-output.ts';
import { createPageSession, type PageFigures, type PageOutcome, type PageSession } from './page-session.ts';
import type { PageTransport } from './page-transport.ts';

type Page = CommandParams<'page_open'>;
type PageState = CommandResult<'page_open'>['state'];

/** A page whose speaker began longer ago is joined in the middle. */
const LATE_MS = 300;
/** An instant of the server that is further ahead tells that the clock of the device is behind. */
const STARTS_WITHIN_MS = 10_000;
const WAIT_DEFAULT_S = 10;
/** Interval at which a waiting device looks whether its place is free. */
const WAIT_STEP_MS = 200;
/** Pages whose figures are kept, because a page may end before it is closed. */
const FIGURES_MAX = 20;
const NO_FIGURES: PageFigures = { frames: 0, lost: 0, concealed: 0, late: 0, latency_ms: null };

export type LivePagesDeps = {
  clock: Clock;
  announcer: Pick<Announcer, 'voice'>;
  background: Pick<Background, 'duck'>;
  reporter: Reporter;
  players: Pick<Players, 'show' | 'finish' | 'stop'>;
  cache: AudioCache;
  output: Pick<AudioOutput, 'play' | 'stop'>;
  pageOutput: PageOutput;
  pageTransport: PageTransport;
  programme: () => Programme | null;
  /** 0–100, of a page that names none. */
  voiceVolume: () => number;
  isOn: () => boolean;
  /** An amplifier wakes meanwhile: what is said live does not wait. */
  wake: () => void;
  createDecoder?: (() => Promise<PageDecoder>) | undefined;
};

type CurrentPage = { page: Page; session: PageSession; state: PageState };

export type LivePages = ReturnType<typeof createLivePages>;

/**
 * Plays live pages: one at a time, above announcements of schedules and below emergencies. An announcement that a page interrupts continues
 * after it, with the item that was interrupted.
 */
export function createLivePages(deps: LivePagesDeps) {
  const { clock, announcer, background, reporter, players, pageOutput, programme, isOn } = deps;
  let current: CurrentPage | null = null;
  const waiting = new Map<string, string>();
  const figures = new Map<string, PageFigures>();
  const volumeOf = ({ priority, volume }: Page): number =>
    limitedVolume(programme(), priority, volume ?? deps.voiceVolume());

  function refuse({ run_id }: Page, reason: ReasonCode): PageState {
    reporter.report(run_id, 'skipped', reasonText(reason));
    return 'busy';
  }

  /** A page that may interrupt ends what is lower; any other needs a place where nothing is spoken. */
  function isFree({ priority, busy }: Page): boolean {
    const above = busy === 'interrupt' ? priority : null;
    const isOverOther = current === null || (above !== null && isBelow(current.page.priority, above));
    return isOverOther && announcer.voice.isFree(above);
  }

  /** @returns false if it is not awaited any more */
  async function untilFree(page: Page): Promise<boolean> {
    const waitS = page.busy === 'wait' ? (page.wait_s ?? WAIT_DEFAULT_S) : 0;
    const deadline = clock.monotonic() + waitS * 1_000;
    waiting.set(page.page_id, page.run_id);
    while (waiting.has(page.page_id) && !isFree(page) && clock.monotonic() < deadline) await sleep(clock, WAIT_STEP_MS);
    return waiting.delete(page.page_id) && isOn();
  }

  async function begin(page: Page): Promise<PageState> {
    if (!isFree(page)) return refuse(page, 'place_busy');
    current?.session.end(reasonText('interrupted_by', { priority: page.priority }));
    const startsAt = startOf(page, clock.now());
    const spokenFrom = startsAt + (page.chime?.duration_ms ?? 0);
    const state = clock.now() > spokenFrom + LATE_MS ? 'late' : 'ready';
    const session = startSession(page, spokenFrom);
    announcer.voice.hold({ priority: page.priority, preempted: session.end });
    current = { page, session, state };
    // The music sinks before the chime.
    deps.wake();
    const heardFrom = background.duck(duckingFor(page), startsAt);
    players.show('voice', { title: VOICE_TRACKS.live, duration: 0, volume: volumeOf(page) }, 0);
    const { chime } = page;
    if (chime && state === 'ready') {
      const { stop } = startPageChime({
        ...deps,
        chime,
        startsAt: Math.max(startsAt, heardFrom),
        volume: volumeOf(page),
        priority: page.priority,
      });
      session.onEnd(stop);
    }
    await session.open().catch(throwToUsers);
    return session.isOver() ? 'busy' : state;
  }

  function startSession(page: Page, spokenFrom: number): PageSession {
    let hasStarted = false;
    const session: PageSession = createPageSession({
      clock,
      output: pageOutput,
      transport: deps.pageTransport,
      createDecoder: deps.createDecoder ?? createPageDecoder,
      page,
      spokenFrom,
      volume: () => volumeOf(page),
      started(heardAt) {
        hasStarted = true;
        reporter.report(page.run_id, 'started', null, heardAt);
      },
      ended(outcome) {
        keepFigures(page.page_id, session.figures());
        report(page.run_id, outcome, hasStarted);
        if (current?.session === session) current = null;
        if (outcome.event === 'finished') players.finish('voice');
        else players.stop('voice');
        announcer.voice.release();
      },
    });
    return session;
  }

  function report(runId: string, { event, reason }: PageOutcome, hasStarted: boolean): void {
    if (event === 'interrupted' && reason === null) return;
    if (hasStarted) reporter.report(runId, event, reason);
    else reporter.report(runId, 'skipped', reason ?? reasonText('nothing_to_play'));
  }

  function keepFigures(pageId: string, of: PageFigures): void {
    figures.set(pageId, of);
    for (const oldest of figures.keys()) if (figures.size > FIGURES_MAX) figures.delete(oldest);
  }

  return {
    /** Resolves when the device hears the page, or does not. Rejects with CommandError. */
    async open(page: Page): Promise<PageState> {
      if (pageOutput.unavailable !== null) throw new CommandError('not_supported', pageOutput.unavailable);
      if (current?.page.page_id === page.page_id) return current.state;
      if (isSilent(programme(), page.priority, clock.now())) return refuse(page, 'quiet_hours');
      return (await untilFree(page)) ? begin(page) : refuse(page, 'place_busy');
    },
    /** Ends a page after the frames received so far. Resolves when nothing of it is heard any more. */
    async close(pageId: string): Promise<CommandResult<'page_close'>> {
      waiting.delete(pageId);
      if (current?.page.page_id === pageId) await current.session.finish();
      return { page_id: pageId, ...(figures.get(pageId) ?? NO_FIGURES) };
    },
    /** Ends the page of a run. @returns whether it was heard, or waited */
    stop(runId: string): boolean {
      const [waitingPage] = [...waiting].find(([, run]) => run === runId) ?? [];
      if (waitingPage !== undefined) return waiting.delete(waitingPage);
      if (current?.page.run_id !== runId) return false;
      current.session.end(reasonText('stopped'));
      return true;
    },
    /** A person ends what is heard now. @returns whether it was a page */
    stopCurrent(): boolean {
      if (!current) return false;
      current.session.end(reasonText('stopped'));
      return true;
    },
    /** Ends everything. @param reason null: without receipts */
    halt(reason: string | null): void {
      waiting.clear();
      current?.session.end(reason);
    },
  };
}

const isBelow = (lower: Priority, higher: Priority): boolean => priorityRank(lower) < priorityRank(higher);

/** When the chime begins, by the clock of the device, in ms since 1970. */
function startOf({ starts_at }: Page, now: number): number {
  const startsAt = Date.parse(starts_at);
  return startsAt - now > STARTS_WITHIN_MS ? now : startsAt;
}

function throwToUsers(error: unknown): never {
  throw error instanceof OutputError ? new CommandError('player_error', error.message) : error;
}

type Chime = NonNullable<CommandParams<'page_open'>['chime']>;

/** Less of it would sound like a mistake. */
const SHORTEST_MS = 300;

type PageChimeOptions = {
  clock: Clock;
  cache: AudioCache;
  output: Pick<AudioOutput, 'play' | 'stop'>;
  chime: Chime;
  /** When it begins, in ms since 1970 by the device's clock. */
  startsAt: number;
  /** 0–100 */
  volume: number;
  priority: Priority;
};

/**
 * Plays the chime of a page on the voice channel, at its instant; a device that is late plays the rest of it. A page does not wait for one that
 * must be downloaded.
 */
function startPageChime({ clock, cache, output, chime, startsAt, volume, priority }: PageChimeOptions) {
  const controller = new AbortController();
  const { signal } = controller;
  const endsAt = startsAt + chime.duration_ms;
  let isPlaying = false;

  async function play(): Promise<void> {
    if (!cache.has(chime.sha256)) await cache.ensure([chime], { signal });
    const elapsedMs = clock.now() - startsAt;
    if (signal.aborted || chime.duration_ms - elapsedMs < SHORTEST_MS) return;
    isPlaying = true;
    const start = elapsedMs > 0 ? { positionS: elapsedMs / 1_000 } : { startAt: startsAt };
    await output.play('voice', chime, { volume, priority, ...start });
  }

  // Without a chime, the page is heard nevertheless.
  play().catch(() => {});
  return {
    stop: (): void => {
      controller.abort();
      if (isPlaying && clock.now() < endsAt) void output.stop('voice').catch(() => {});
      isPlaying = false;
    },
  };
}
