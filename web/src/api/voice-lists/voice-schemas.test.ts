import { expect, it } from 'vitest';
import { voiceListSchema } from './voice-schemas.ts';

const read = (voice: object) => voiceListSchema.parse([voice])[0];

it('reads every field under either of its names', () => {
  const listed = {
    voice_name: 'ru-RU-Standard-A',
    name: 'Anna',
    gender: 'female',
    type: 'Standard',
    language: 'ru',
    language_codes: ['ru-RU'],
    has_sample: true,
  };
  const [code, display_name, voice_type] = ['ru-RU-Standard-A', 'Anna', 'standard'];
  const { voice_name: _name, name: _display, type: _type, ...rest } = listed;
  expect(read({ ...rest, code, name: 'other', display_name, voice_type })).toEqual(listed);
  expect(read(listed)).toEqual(listed);
});

it.each(['FEMALE', 'male', 'Neutral', 'other'])('accepts the gender %s', (gender) =>
  expect(read({ code: 'a', gender })?.gender).toBe(gender.toLowerCase()),
);

it('requires only a code', () =>
  expect(read({ code: 'a', gender: 'robot' })).toEqual({
    voice_name: 'a',
    name: 'a',
    gender: 'other',
    type: 'Standard',
    language: '',
    language_codes: [],
    has_sample: false,
  }));

it.each([true, 'true', 1, '1'])('%j means that there is a sample', (has_sample) =>
  expect(read({ code: 'a', has_sample })?.has_sample).toBe(true),
);
it.each([false, 'false', 0, '0', null, undefined, 'yes'])('%j means that there is none', (has_sample) =>
  expect(read({ code: 'a', has_sample })?.has_sample).toBe(false),
);

it('refuses a voice without a code', () => expect(voiceListSchema.safeParse([{ name: 'Anna' }]).success).toBe(false));
