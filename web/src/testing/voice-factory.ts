import type { Voice } from '@belfry/schemas/http/speech/voices';

export const aVoice = (override: Partial<Voice> = {}): Voice => ({
  voice_name: 'ru-RU-Standard-A',
  display_name: 'Russian A (female)',
  language: 'ru',
  languagefull: 'Russian (Russia)',
  language_codes: ['ru-RU'],
  voice_type: 'standard',
  gender: 'FEMALE',
  block: false,
  favorit: 0,
  used: 0,
  has_sample: false,
  sample_state: 'none',
  sample_error: null,
  provider: 'espeak',
  ...override,
});
