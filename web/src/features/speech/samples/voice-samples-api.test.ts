import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readSample, toSampleAnswer } from './voice-samples-api.ts';

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
});
afterEach(() => {
  vi.restoreAllMocks();
});

const audio = (bytes: string): Response => new Response(bytes, { headers: { 'Content-Type': 'audio/mpeg' } });
const read = async (response: Response) => toSampleAnswer(await readSample(response));

it.each([
  ['audio', audio('mp3'), { kind: 'file', url: 'blob:1' }],
  ['an address', Response.json({ sample_url: '/a.mp3', more: 1 }), { kind: 'link', url: '/a.mp3' }],
  ['no address', Response.json({ sample_url: null }), { kind: 'link', url: '' }],
  ['an empty address', Response.json({ sample_url: '' }), { kind: 'link', url: '' }],
  ['an empty file', audio(''), { kind: 'unplayable' }],
  ['a page', new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), { kind: 'unplayable' }],
  ['other JSON', Response.json([]), { kind: 'unplayable' }],
])('reads %s', async (_what, response, answer) => expect(await read(response)).toEqual(answer));

it('keeps the body of an error, which has the reason', async () => {
  const body = { error: 'Not here', code: 'not_found' };
  expect(await readSample(Response.json(body, { status: 404 }))).toEqual(body);
});
