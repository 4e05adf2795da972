import { createHash } from 'node:crypto';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import PQueue from 'p-queue';
import { MAX_TEXT, SpeechError, type Speech } from '../../../speech/index.ts';
import { insertFiles } from '../audio.repository.ts';
import type { AudioStore } from '../audio-store.ts';
import { mp3DurationMs } from './mp3-duration.ts';
import { findRenderings, insertRendering } from './renderings.repository.ts';
import { keyOf, type SpeechKey } from './speech-key.ts';
import { splitText } from './split-text.ts';
import type { Deps } from '../../../../deps.ts';
import { compareVoices } from '@belfry/schemas/domain/voices';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import { findOfferedVoices, findVoicesByName, languageOf, type VoiceRow } from '../../../speech/voices/index.ts';

/**
 * The voice of a text. One that the provider no longer has, or that never existed, is replaced by the default voice of the
 * language: that of the same locale with the first name, else the first one. Throws SpeechError for a language without voices.
 */
async function chooseVoice(
  db: Kysely<Database>,
  { voice, language }: Pick<SpeechKey, 'voice' | 'language'>,
): Promise<VoiceRow> {
  const [named] = await findVoicesByName(db, [voice]);
  if (named && !named.vanished_at) return named;
  const ofLanguage = (await findOfferedVoices(db, languageOf(language))).sort((a, b) =>
    compareVoices(asListed(a), asListed(b)),
  );
  const isExact = ({ language_codes }: VoiceRow): boolean =>
    language_codes.some((code) => code.toLowerCase() === language.toLowerCase());
  const standard = ofLanguage.find((row) => isExact(row) && row.voice_name.endsWith('-Standard-A'));
  const chosen = standard ?? ofLanguage.find(isExact) ?? ofLanguage[0];
  if (!chosen) throw new SpeechError(reasonText('no_voice', { language }));
  return chosen;
}
const asListed = ({ voice_type, gender, display_name }: VoiceRow) => ({
  type: voice_type,
  gender,
  name: display_name,
});

/** Requests to the provider at the same time; others wait. */
const AT_ONCE = 4;

export type SynthesisDeps = Pick<Deps, 'db' | 'log'> & { speech: Speech; store: AudioStore };

/** Renders a text that is not rendered yet; concurrent calls for one text share the work. Throws SpeechError. */
export function createSynthesis({ db, log, speech, store }: SynthesisDeps): (key: SpeechKey) => Promise<AudioItem[]> {
  const running = new Map<string, Promise<AudioItem[]>>();
  const queue = new PQueue({ concurrency: AT_ONCE });

  async function synthesizePart(key: SpeechKey): Promise<AudioItem[]> {
    const voice = await chooseVoice(db, key);
    const { voice_name, language_codes, provider } = voice;
    const file = await queue.add(() => speech.synthesize(provider, { voice_name, language_codes, text: key.text }));
    const item = { sha256: createHash('sha256').update(file).digest('hex'), duration_ms: mp3DurationMs(file) };
    await store.put(item.sha256, file);
    await insertFiles(db, [{ ...item, bytes: file.length, format: 'mp3' }]);
    return [item];
  }

  async function synthesize(key: SpeechKey): Promise<AudioItem[]> {
    const parts = splitText(key.text, MAX_TEXT, key.language);
    if (parts.length === 0) throw new SpeechError(reasonText('nothing_to_say'));
    const items =
      parts.length === 1
        ? await synthesizePart({ ...key, text: parts[0] ?? '' })
        : (await Promise.all(parts.map((text) => renderOnce({ ...key, text })))).flat();
    return insertRendering(db, keyOf(key), key, items);
  }

  async function render(key: SpeechKey): Promise<AudioItem[]> {
    // Another instance, or a text of which this is a part, may have rendered it.
    const found = (await findRenderings(db, [keyOf(key)])).get(keyOf(key));
    if (found) return found;
    try {
      return await synthesize(key);
    } catch (error) {
      log.warn({ err: error, voice: key.voice }, 'a text could not be rendered');
      throw error instanceof SpeechError ? error : new SpeechError(reasonText('not_stored'), { cause: error });
    }
  }

  function renderOnce(key: SpeechKey): Promise<AudioItem[]> {
    const name = keyOf(key);
    const own = running.get(name) ?? render(key).finally(() => running.delete(name));
    running.set(name, own);
    return own;
  }
  return renderOnce;
}
