import { VOICE_PACKS_MAX } from '@belfry/schemas/domain/limits';
import { expect, it } from 'vitest';
import { phonemeVoiceOf } from '../espeak-voices.ts';
import { createCatalogue } from './catalogue.ts';

it('the catalogue of the product can be read, and all of its voices can be installed and spoken', async () => {
  const { catalogue, problem } = await createCatalogue({})();
  expect(problem).toBeNull();
  const languages = new Set(catalogue.voices.map(({ language_code }) => language_code.split('-')[0]));
  expect([catalogue.voices.length, languages.size]).toEqual([28, 18]);
  expect(catalogue.voices.length).toBeLessThanOrEqual(VOICE_PACKS_MAX);
  for (const { name, language_code, files } of catalogue.voices) {
    expect(phonemeVoiceOf(language_code), name).toBeDefined();
    expect(
      files.filter((file) => /\.onnx(\.json)?$/.test(file.name)),
      name,
    ).toHaveLength(2);
  }
  expect(phonemeVoiceOf('es-MX')).toBe('roa/es-419');
});
