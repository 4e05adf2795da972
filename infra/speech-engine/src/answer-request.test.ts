import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerRequest } from './answer-request.ts';
import { type Speaker, escapeMarkup } from './speaker.ts';

const speaker: Speaker = {
  speak(voice, text) {
    if (voice === 'xx') throw new Error('no voice xx');
    return { samples: new Int16Array(text.length), sampleRate: 22_050 };
  },
  phonemes: (voice, text) => `${voice}: ${text}`,
};
const answer = (request: unknown) =>
  answerRequest(typeof request === 'string' ? request : JSON.stringify(request), speaker, ({ samples }) =>
    Buffer.from(`${samples.length} samples`),
  );

describe('a request', () => {
  it('is answered with sound, or with what went wrong', () => {
    expect(answer({ id: 1, voice: 'zle/ru+f2', text: 'Hello' })).toEqual({
      id: 1,
      audio: Buffer.from('5 samples').toString('base64'),
    });
    expect(answer({ id: 2, voice: 'xx', text: 'Hello' })).toEqual({ id: 2, error: 'no voice xx' });
  });

  it('is answered with phonemes, or with a WAV file as MP3', () => {
    expect(answer({ id: 3, call: 'phonemes', voice: 'bat/lv', text: 'Labdien' })).toEqual({
      id: 3,
      phonemes: 'bat/lv: Labdien',
    });
    const wav = readFileSync(join(import.meta.dirname, '../../../tests/support/audio/tone.wav')).toString('base64');
    expect(answer({ id: 4, call: 'encode', wav })).toMatchObject({ id: 4, audio: expect.any(String) });
    expect(answer({ id: 5, call: 'encode', wav: 'AAAA' })).toEqual({
      id: 5,
      error: 'the file is no WAV file of 16 bit, mono',
    });
  });

  it.each([
    ['no JSON', 'hello', 0],
    ['no object', '7', 0],
    ['no id', '{"voice":"en","text":"a"}', 0],
    ['no text', '{"id":3,"voice":"en","text":""}', 3],
    ['a voice that does not exist', '{"id":4,"voice":"../etc","text":"a"}', 4],
    ['a book', JSON.stringify({ id: 5, voice: 'en', text: 'a'.repeat(5_001) }), 5],
    ['what nobody asked for', '{"id":6,"voice":"en","text":"a","rate":1}', 6],
  ])('with %s is refused', (_what, line, id) => {
    expect(answer(line)).toEqual({ id, error: 'the line is not a request' });
  });
});

it('markup is spoken as text', () => {
  expect(escapeMarkup('<b> Tom & Jerry &lt; Spike')).toBe('&lt;b&gt; Tom &amp; Jerry &amp;lt; Spike');
});
