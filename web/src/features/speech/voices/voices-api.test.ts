import { describe, expect, it } from 'vitest';
import { aVoice } from '../../../testing/voice-factory.ts';
import { catalogueVoiceSchema } from './voices-api.ts';

const read = (override: object) => catalogueVoiceSchema.parse({ ...aVoice(), ...override });

describe('a voice of the catalogue', () => {
  it.each([true, 'true', 1, '1'])('has a sample when has_sample is %j', (value) =>
    expect(read({ has_sample: value }).has_sample).toBe(true),
  );

  it.each([false, 'false', 0, '0', '', null, undefined, 2, 'yes'])('has none when it is %j', (value) =>
    expect(read({ has_sample: value }).has_sample).toBe(false),
  );

  it.each([undefined, null, '', 'unheard of'])('has the type STANDARD when its type is %j', (value) =>
    expect(read({ voice_type: value }).voice_type).toBe('standard'),
  );

  it.each([
    ['Neural2', 'neural2'],
    ['WAVENET', 'wavenet'],
    ['Chirp3-HD', 'neural2'],
    ['en-US-Neural', 'neural2'],
    ['Studio', 'standard'],
  ])('has the type %s however it is written', (value, type) =>
    expect(read({ voice_type: value }).voice_type).toBe(type),
  );

  it.each([
    ['MALE', 'MALE'],
    ['female', 'FEMALE'],
    ['', 'NEUTRAL'],
    [null, 'NEUTRAL'],
  ])('of the gender %j is %s', (value, gender) => expect(read({ gender: value }).gender).toBe(gender));

  it('ignores unknown fields', () => expect(read({ pitch: 3 })).toEqual(aVoice()));
});
