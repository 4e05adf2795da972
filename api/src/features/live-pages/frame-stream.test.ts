import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { BACKLOG_FRAMES, openFrameStream } from './frame-stream.ts';
import { createLivePages, PAIRED_FROM } from './live-pages.ts';

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

it('has its frames in pairs where many read, and the last one alone', () => {
  const pages = createLivePages();
  const heard = Array.from({ length: PAIRED_FROM }, () => [] as string[]);
  for (const [index, texts] of heard.entries()) {
    const listener = {
      serial: String(index),
      onFrame: (bytes: Buffer) => void texts.push(bytes.toString('latin1').replaceAll('\0\u0001', '|')),
      onEnd: () => void texts.push('end'),
    };
    expect(pages.listen(PAGE, listener)).not.toBeNull();
  }
  for (const text of ['1', '2', '3', '4', '5']) pages.pass(PAGE, frame(text));
  pages.endStreams(PAGE, new Set(['0']));
  pages.endStreams(PAGE);
  expect(heard[0]).toEqual(['|1|2', '|3|4', 'end']);
  expect(new Set(heard.slice(1).map((texts) => texts.join(' ')))).toEqual(new Set(['|1|2 |3|4 |5 end']));
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
