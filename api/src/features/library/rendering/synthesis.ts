import { SpeechError } from '../../../errors.ts';
import { createHash } from 'node:crypto';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { readMp3Frames } from '../../../lib/mp3-frames.ts';
import { createSemaphore, isMoreUrgent } from '../../../lib/semaphore.ts';
import { MAX_TEXT, type Speech } from '../../speech/index.ts';
import { findVoiceOfLanguage, findVoicesByName, type VoiceRow } from '../../speech/voices/index.ts';
import type { SpeechTurn } from '../decode/index.ts';
import type { LevelledSpeech } from './measuring.ts';
import {
  findFallbacks,
  findRenderings,
  insertFiles,
  insertRendering,
  replaceFallback,
  takeFallbacks,
  type Fallback,
} from './rendering.repository.ts';
import { keyOf, type SpeechKey } from './speech-key.ts';

/** Requests to the provider at the same time. Others wait, and the owners take turns; how much waits is limited by those who ask. */
const TURNS = { pool: 'speech', atOnce: 4, perKey: 3, free: 1, waitingPerKey: Infinity, promisedMs: 30_000 };
const AGAIN: SpeechTurn = { ownerId: 0, urgency: 'other' };
/** Parts from which a cut after a word leaves enough to be spoken naturally. */
const SENTENCE_SHARE_MIN = 0.3;

export type SynthesisDeps = Pick<Deps, 'db' | 'log'> & {
  speech: Speech;
  store: { put(sha256: string, content: Buffer): Promise<void> };
  level: (file: Buffer, turn: SpeechTurn) => Promise<LevelledSpeech>;
};

type Part = { items: AudioItem[]; fallback: Fallback | null };
type Synthesis = {
  /**
   * Renders a text that is not rendered yet, in the turn of its owner; concurrent calls for one text share the work, which is as urgent as the most
   * urgent of them. Throws SpeechError.
   */
  render: (key: SpeechKey, turn: SpeechTurn) => Promise<AudioItem[]>;
  /** Renders by their own voices what others have spoken. @returns the owners whose audio has changed */
  renderAgain: (seconds: number) => Promise<number[]>;
};

const AGAIN_MAX = 20;

export function createSynthesis({ db, log, speech, store, level }: SynthesisDeps): Synthesis {
  const running = new Map<string, { turn: SpeechTurn; items: Promise<AudioItem[]> }>();
  const permits = createSemaphore<number>(TURNS);

  async function storeFile(spoken: Buffer, turn: SpeechTurn): Promise<AudioItem> {
    const { file, loudness } = await level(spoken, turn);
    const item = { sha256: createHash('sha256').update(file).digest('hex'), duration_ms: mp3DurationMs(file) };
    await store.put(item.sha256, file);
    await insertFiles(db, [{ ...item, bytes: file.length, format: 'mp3', loudness }]);
    return item;
  }

  async function synthesizePart(key: SpeechKey, turn: SpeechTurn): Promise<Part> {
    const voice = await chooseVoice(db, key);
    const { file, fallback } = await permits.run(turn.ownerId, () => speech.speak(voice, key.text), turn);
    if (fallback) log.warn({ voice: key.voice, ...fallback }, 'another voice speaks a text');
    return { items: [await storeFile(file, turn)], fallback };
  }

  async function synthesizeParts(keys: readonly SpeechKey[], turn: SpeechTurn): Promise<Part> {
    const items = (await Promise.all(keys.map((part) => renderOnce(part, turn)))).flat();
    const [fallback = null] = (await findFallbacks(db, keys.map(keyOf))).values();
    return { items, fallback };
  }

  async function synthesize(key: SpeechKey, turn: SpeechTurn): Promise<AudioItem[]> {
    const parts = splitText(key.text, MAX_TEXT, key.language);
    if (parts.length === 0) throw new SpeechError(reasonText('nothing_to_say'));
    const { items, fallback } =
      parts.length === 1
        ? await synthesizePart({ ...key, text: parts[0] ?? '' }, turn)
        : await synthesizeParts(
            parts.map((text) => ({ text, language: key.language, voice: key.voice })),
            turn,
          );
    return insertRendering(db, { ...key, key: keyOf(key) }, items, fallback);
  }

  async function render(key: SpeechKey, turn: SpeechTurn): Promise<AudioItem[]> {
    // Another instance, or a text of which this is a part, may have rendered it.
    const rendering = (await findRenderings(db, [keyOf(key)])).get(keyOf(key));
    if (rendering) return rendering;
    try {
      return await synthesize(key, turn);
    } catch (error) {
      log.warn({ err: error, voice: key.voice }, 'a text could not be rendered');
      throw error instanceof SpeechError ? error : new SpeechError(reasonText('not_stored'), { cause: error });
    }
  }

  function renderOnce(key: SpeechKey, turn: SpeechTurn): Promise<AudioItem[]> {
    const name = keyOf(key);
    const shared = running.get(name);
    if (shared) {
      if (isMoreUrgent(turn.urgency, shared.turn.urgency)) shared.turn.urgency = turn.urgency;
      return shared.items;
    }
    const own = { ...turn };
    const items = render(key, own).finally(() => running.delete(name));
    running.set(name, { turn: own, items });
    return items;
  }

  /** By its own voice only. Throws SpeechError. */
  async function synthesizeAgain({ text, language, voice }: SpeechKey): Promise<AudioItem[]> {
    const { voice_name, language_codes, provider } = await chooseVoice(db, { voice, language });
    const items: AudioItem[] = [];
    for (const part of splitText(text, MAX_TEXT, language)) {
      const file = await permits.run(AGAIN.ownerId, () =>
        speech.synthesize(provider, { voice_name, language_codes, text: part }),
      );
      items.push(await storeFile(file, AGAIN));
    }
    return items;
  }

  async function renderAgain(seconds: number): Promise<number[]> {
    const owners = new Set<number>();
    const failed = new Set<string>();
    for (const waiting of await takeFallbacks(db, { seconds, limit: AGAIN_MAX })) {
      if (failed.has(waiting.voice)) continue;
      try {
        const items = await synthesizeAgain(waiting);
        for (const id of await replaceFallback(db, waiting, items)) owners.add(id);
      } catch (error) {
        if (!(error instanceof SpeechError)) throw error;
        failed.add(waiting.voice);
      }
    }
    return [...owners];
  }
  return { render: renderOnce, renderAgain };
}

/**
 * The voice of a text. One that the provider no longer has, or that never existed, is replaced by that of the language. Throws SpeechError for a language without voices.
 */
async function chooseVoice(
  db: Kysely<Database>,
  { voice, language }: Pick<SpeechKey, 'voice' | 'language'>,
): Promise<VoiceRow> {
  const [named] = await findVoicesByName(db, [voice]);
  // Another voice speaks for a neural one until it is installed again.
  if (named && (!named.vanished_at || named.provider === 'neural')) return named;
  const offer = await findVoiceOfLanguage(db, language);
  if (!offer) throw new SpeechError(reasonText('no_voice', { language }));
  return offer;
}

/**
 * Splits a text into parts of at most `max` characters: after sentences, else between words, else between characters.
 * Nothing but the spaces between the parts is lost.
 */
export function splitText(text: string, max: number, language = 'und'): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > max) {
    const at = cutOf(rest, max, language);
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return rest === '' ? parts : [...parts, rest];
}

function cutOf(text: string, max: number, language: string): number {
  // One character more, so that a boundary exactly at the maximum is seen.
  const head = text.slice(0, max + 1);
  const sentence = lastBoundary(head, max, language, 'sentence');
  if (sentence >= max * SENTENCE_SHARE_MIN) return sentence;
  return lastBoundary(head, max, language, 'word') || lastBoundary(head, max, language, 'grapheme') || max;
}

/** The last beginning of a segment that is not after `max`; 0 without one. */
function lastBoundary(head: string, max: number, language: string, granularity: Intl.SegmenterOptions['granularity']) {
  const segments = new Intl.Segmenter(language, { granularity }).segment(head);
  let last = 0;
  for (const { index } of segments) if (index <= max) last = index;
  return last;
}

/**
 * The duration of an MP3 file in milliseconds, by counting its frames: exact, also without a header that states it. Throws an
 * Error for a file without frames.
 */
export function mp3DurationMs(file: Buffer): number {
  const { seconds } = readMp3Frames(file);
  if (seconds === 0) throw new Error('not an MP3 file');
  return Math.round(seconds * 1_000);
}
