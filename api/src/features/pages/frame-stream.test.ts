import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { BACKLOG_FRAMES, openFrameStream } from './frame-stream.ts';
import { createLivePages } from './live-pages.ts';

const [PAGE, SERIAL] = ['the-page', '1111-2222-3333-4444'];
const frame = (text: string): Buffer => Buffer.from(text);

async function readAll(stream: Readable | null): Promise<string[]> {
  const read: string[] = [];
  for await (const bytes of (stream ?? []) as AsyncIterable<Buffer>) {
    expect(bytes.readUInt16BE(0)).toBe(bytes.length - 2);
    read.push(bytes.subarray(2).toString());
  }
  return read;
}

it('has the frames of its page, each after its length, until the page ends', async () => {
  const pages = createLivePages();
  const stream = openFrameStream(pages, PAGE, SERIAL);
  for (const text of ['one', 'two']) pages.pass(PAGE, frame(text));
  pages.pass('another', frame('x'));
  const reading = readAll(stream);
  await Promise.resolve();
  pages.pass(PAGE, frame('three'));
  pages.endStreams(PAGE);
  expect(await reading).toEqual(['one', 'two', 'three']);
  expect(pages.listened()).toEqual([]);
});

it('drops the frames that a slow reader does not take', async () => {
  const pages = createLivePages();
  const stream = openFrameStream(pages, PAGE, SERIAL);
  for (let n = 0; n < 100; n += 1) pages.pass(PAGE, Buffer.alloc(1_000));
  pages.endStreams(PAGE);
  expect((await readAll(stream)).length).toBe(BACKLOG_FRAMES);
});

it('is one for each device, and ends for those that may not hear it any more', async () => {
  const pages = createLivePages();
  const stream = openFrameStream(pages, PAGE, SERIAL);
  expect(openFrameStream(pages, PAGE, SERIAL)).toBeNull();
  const other = openFrameStream(pages, PAGE, '5555-6666-7777-8888');
  pages.endStreams(PAGE, new Set([SERIAL]));
  pages.pass(PAGE, frame('for others'));
  pages.endStreams(PAGE);
  expect([await readAll(stream), await readAll(other)]).toEqual([[], ['for others']]);
});

it('is forgotten when its reader leaves', async () => {
  const pages = createLivePages();
  const stream = openFrameStream(pages, PAGE, SERIAL);
  pages.pass(PAGE, frame('one'));
  stream?.destroy();
  await once(stream!, 'close');
  expect(pages.listened()).toEqual([]);
});

it('ends the pages of all speakers of this process', async () => {
  const pages = createLivePages();
  const ended: string[] = [];
  const speaking = {
    end: (by: string): Promise<void> => Promise.resolve(void ended.push(by)),
    settled: (): Promise<void> => Promise.resolve(void ended.push('settled')),
  };
  const undo = pages.add(PAGE, speaking);
  pages.add('another', speaking);
  undo();
  expect([pages.get(PAGE), pages.get('another')]).toEqual([undefined, speaking]);
  await pages.endAll('restarted');
  expect(ended).toEqual(['restarted', 'settled']);
});
