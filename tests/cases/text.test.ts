import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalise } from '@belfry/schemas/speech/normalisation/normalise';
import { afterAll, expect, it } from 'vitest';
import { createEngine } from '@belfry/api/features/speech/espeak-engine';
import { ENGINE } from '../support/processes/speech-engines.ts';
import { createLogger } from '@belfry/api/log';

const rows = readFileSync(join(import.meta.dirname, 'text/spoken.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [string, string, string, string]);

/** Languages whose words the product writes; the others are asked for their sounds below. */
const WRITTEN = new Set(['en-GB', 'ru', 'de', 'lv', 'es', 'fr']);

/** Sounds of eSpeak NG in IPA, of the rows that are not about words: what must be heard, and what must not. */
const SOUNDS: Record<string, { voice: string; heard: RegExp; not: RegExp }> = {
  ar: { voice: 'sem/ar', heard: /tˈisʕʕˌa θˌalaːθˈuːn/, not: /naɪn|θɜːti/ },
  th: { voice: 'tai/th', heard: /kˈa5o .*sˈaɜmsun/, not: /^$/ },
  zh: { voice: 'sit/cmn', heard: /tɕˈiou.*sˈa5ns\.i/, not: /wˈɒn|tˈuː/ },
  he: { voice: 'sem/he', heard: /ʃˈivaʔˈaʔsaɣ ʃlˈoʃim/, not: /^$/ },
  'en-GB': { voice: 'gmw/en', heard: /lˈiɜ ɕjˈɑu2 lˈonɡɜ/, not: /tʃˈaɪniːz/ },
};
const isOfSounds = ([language, , heard]: readonly string[]): boolean =>
  !WRITTEN.has(language ?? '') || heard?.startsWith('the name') === true;

/** Words without marks. Russian numerals are in the case of their preposition: до девятнадцати тридцати. */
const folded = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/(?<=\p{Script=Cyrillic})[ьи]\b|[ьи](?=[ ,.]|$)/gu, '')
    .replaceAll(/[^\p{L}\p{N}' ]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()} `;

it.each(rows.filter((row) => !isOfSounds(row)))('%s: %s', (language, text, heard, not) => {
  const spoken = folded(normalise(text, language));
  for (const part of heard.split(', '))
    expect(
      part.split('|').some((words) => spoken.includes(folded(words))),
      `${part} in ${spoken}`,
    ).toBe(true);
  for (const words of not.split(', ')) expect(spoken).not.toContain(folded(words));
  expect(spoken).not.toMatch(/[\p{Extended_Pictographic}*→]/u);
});

const engine = createEngine({ path: ENGINE, log: createLogger('silent') });
afterAll(() => engine.stop());

it.each(rows.filter(isOfSounds))('%s: sounds of %s', async (language, text) => {
  const expected = SOUNDS[language];
  const sounds = await engine.phonemes({ voice: expected?.voice ?? '', text: normalise(text, language) });
  expect(sounds).toMatch(expected?.heard ?? /^$/);
  expect(sounds).not.toMatch(expected?.not ?? /^$/);
});
