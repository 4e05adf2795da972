import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Cancel, Clock } from '../hardware/clock.ts';
import type { AudioOutput } from './audio-output.ts';
import type { Ear, Listening } from './ear.ts';
import type { Reporter } from './receipts.ts';
import { durationMs, type Speech } from './speech.ts';

export type VoiceDisplay = { show(speech: Speech, volume: number): void; end(how: 'finished' | 'stopped'): void };

type SpeechPlayerDeps = {
  clock: Clock;
  output: AudioOutput;
  reporter: Reporter;
  volumeOf: (speech: Speech) => number;
  ear: () => Ear | null;
  display: VoiceDisplay;
};

export type SpeechPlayer = ReturnType<typeof createSpeechPlayer>;

export type Suspended = { speech: Speech; started: boolean; item: number; round: number; leftMs: number };

type Session = {
  speech: Speech;
  ended: () => void;
  started: boolean;
  item: number;
  round: number;
  cancelPause: Cancel;
  /** When the present item began, by the monotonic clock. */
  itemAt: number;
  listening: { ear: Listening; volume: number } | null;
};

export function createSpeechPlayer({ clock, output, reporter, volumeOf, ear, display }: SpeechPlayerDeps) {
  let session: Session | null = null;
  /** What follows must not begin before the player has stopped, or it would be stopped as well. */
  let silenced = Promise.resolve();
  output.onEnded((channel, _isFollowed, _silentMs, failure) => {
    if (channel !== 'voice' || !session?.started) return;
    if (failure === undefined) itemEnded(session);
    else finish(session, 'interrupted', failure);
  });

  async function playItem(current: Session): Promise<void> {
    const { speech } = current;
    const item = speech.items[current.item];
    if (!item) return finish(current, 'skipped', reasonText('nothing_to_play'));
    await silenced;
    if (session !== current) return;
    current.itemAt = clock.monotonic();
    const startAt = current.started ? undefined : (speech.startAt ?? undefined);
    if (current.started) current.listening?.ear.next();
    else current.listening = listenTo(speech);
    try {
      await output.play('voice', item, { volume: volumeOf(speech), startAt, priority: speech.priority });
    } catch (error) {
      if (session === current) finish(current, current.started ? 'interrupted' : 'skipped', (error as Error).message);
      return;
    }
    if (session !== current || current.started) return;
    current.itemAt = clock.monotonic();
    current.started = true;
    reporter.report(speech.run_id, 'started');
    display.show(speech, volumeOf(speech));
  }

  function itemEnded(current: Session): void {
    const next = advance(current);
    if (next === 'item') void playItem(current);
    else if (next === 'end') finish(current, 'finished');
    else current.cancelPause = clock.after(current.speech.pause_ms, () => void playItem(current));
  }

  /** One that repeats until it is stopped never ends by itself, and of silence nothing can be heard. */
  function listenTo(speech: Speech): Session['listening'] {
    const volume = volumeOf(speech);
    const listens = speech.repeat === 0 || volume === 0 ? null : ear();
    return listens && { ear: listens.listen(), volume };
  }

  function drop(current: Session): void {
    current.listening?.ear.drop();
    current.listening = null;
  }

  async function reportHeard({ run_id }: Speech, { ear, volume }: NonNullable<Session['listening']>): Promise<void> {
    const endedAt = clock.now();
    reporter.reportHeard(run_id, endedAt, { ...(await ear.hear()), volume });
  }

  function finish(current: Session, event: 'finished' | 'interrupted' | 'skipped', reason: string | null = null): void {
    session = null;
    if (event === 'finished' && current.listening) void reportHeard(current.speech, current.listening);
    else reporter.report(current.speech.run_id, event, reason);
    if (event !== 'finished') drop(current);
    display.end(event === 'finished' ? 'finished' : 'stopped');
    current.ended();
  }

  /** Of the item that is played now, what was heard does not count. */
  const leftMsOf = ({ speech, item, round, itemAt }: Session): number =>
    Math.max(0, durationMs(speech, { item, round }) - (clock.monotonic() - itemAt));

  const sessionOf = ({ speech, started, item, round }: Omit<Suspended, 'leftMs'>, ended: () => void): Session => ({
    speech,
    started,
    item,
    round,
    ended,
    cancelPause: () => {},
    itemAt: clock.monotonic(),
    listening: null,
  });

  function begin(current: Session): void {
    session = current;
    void playItem(current);
  }

  return {
    current: (): Speech | null => session?.speech ?? null,
    /** @param ended called when it has ended by itself or failed, not when it is interrupted */
    play(speech: Speech, ended: () => void): void {
      begin(sessionOf({ speech, started: false, item: 0, round: 0 }, ended));
    },
    leftMs: (): number => (session ? leftMsOf(session) : 0),
    /** Stops it without a receipt, to be resumed; null if nothing is spoken. */
    suspend(): Suspended | null {
      if (!session) return null;
      const { speech, started, item, round, cancelPause } = session;
      const leftMs = leftMsOf(session);
      drop(session);
      session = null;
      cancelPause();
      silenced = output.stop('voice').catch(() => {});
      return { speech, started, item, round, leftMs };
    },
    /** Continues with the beginning of the item into which the other one has cut. */
    resume(rest: Suspended, ended: () => void): void {
      const { speech, started } = rest;
      begin(sessionOf(rest, ended));
      if (started) display.show(speech, volumeOf(speech));
    },
    /** Ends what is suspended. @param reason null: without a receipt */
    end({ speech, started }: Suspended, reason: string | null): void {
      if (reason !== null) reporter.report(speech.run_id, started ? 'interrupted' : 'skipped', reason);
    },
    /** Stops it now. @param reason null: without a receipt */
    interrupt(reason: string | null): void {
      if (!session) return;
      const { speech, started, cancelPause } = session;
      drop(session);
      session = null;
      cancelPause();
      silenced = output.stop('voice').catch(() => {});
      if (reason !== null) reporter.report(speech.run_id, started ? 'interrupted' : 'skipped', reason);
      display.end('stopped');
    },
    volumeChanged(): void {
      if (!session?.started) return;
      drop(session);
      void output.setVolume('voice', volumeOf(session.speech)).catch(() => {});
    },
  };
}

/** Goes on to the next item, or to the first one of the next repetition. @returns what follows now */
function advance(session: Session): 'item' | 'pause' | 'end' {
  const { items, repeat } = session.speech;
  session.item++;
  if (session.item < items.length) return 'item';
  session.item = 0;
  session.round++;
  return repeat > 0 && session.round >= repeat ? 'end' : 'pause';
}
