import { describe, expect, it } from 'vitest';
import { answerRequest } from './answer-request.ts';
import { type Speaker, escapeMarkup } from './speaker.ts';

const speaker: Speaker = {
  speak(voice, text) {
    if (voice === 'xx') throw new Error('no voice xx');
    return { samples: new Int16Array(text.length), sampleRate: 22_050 };
  },
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
