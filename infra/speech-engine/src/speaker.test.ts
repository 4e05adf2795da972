import { expect, it } from 'vitest';
import { createSpeaker } from './speaker.ts';

it('speaks the phonemes of a language that eSpeak NG has, else those of the voice', async () => {
  const speaker = await createSpeaker();
  const text = 'Bath water, north';
  const received = speaker.phonemes('gmw/en-GB-x-rp', text);
  expect(speaker.phonemes('gmw/en', text, 'en-gb-x-rp')).toBe(received);
  expect(received).not.toBe(speaker.phonemes('gmw/en', text));
  expect(speaker.phonemes('gmw/en', text, 'tlh')).toBe(speaker.phonemes('gmw/en', text));
  // Mexican models were trained without the Castilian θ.
  expect(speaker.phonemes('roa/es', 'cinco', 'es-419')).toBe(speaker.phonemes('roa/es-419', 'cinco'));
  expect(speaker.phonemes('roa/es-419', 'cinco')).not.toContain('θ');
});
