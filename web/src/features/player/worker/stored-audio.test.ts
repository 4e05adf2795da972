import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { memoryStore, type Store } from './store.ts';
import { openAudioCache } from './stored-audio.ts';

const signal = new AbortController().signal;
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

function open(contents: readonly string[], { store = memoryStore(), quotaBytes = 100, received = sha256Of } = {}) {
  const full = vi.fn();
  const download = vi.fn(
    async (sha256: string, { write }: { write: (chunk: Uint8Array, offset: number) => Promise<void> }) => {
      const text = contents.find((content) => sha256Of(content) === sha256) ?? '';
      const bytes = new TextEncoder().encode(text);
      // The first attempt was cut off in the middle.
      await write(bytes.subarray(0, 2), 0);
      await write(bytes, 0);
      return { sha256: received(text), size: bytes.length, chunks: [] };
    },
  );
  return { store, full, download, cache: openAudioCache({ store, quotaBytes, download, full }) };
}

it('a file is stored once it is whole and right, fetched once for all who wait, and still there after a reload', async () => {
  const { store, download, cache: opening } = open(['bell']);
  const cache = await opening;
  const item = { sha256: sha256Of('bell') };
  await Promise.all([cache.ensure([item], { signal }), cache.ensure([item], { signal })]);
  expect(download).toHaveBeenCalledOnce();
  expect(await (await store.readFile(item.sha256))?.text()).toBe('bell');
  const again = open([], { store });
  const reloaded = await again.cache;
  expect(reloaded.has(item.sha256)).toBe(true);
  await reloaded.ensure([item], { signal });
  expect(again.download).not.toHaveBeenCalled();
});

it('a file with another hash is not stored', async () => {
  const { store, cache } = open(['bell'], { received: () => sha256Of('other') });
  await expect((await cache).ensure([{ sha256: sha256Of('bell') }], { signal })).rejects.toMatchObject({
    code: 'hash_mismatch',
  });
  expect(await store.files()).toEqual([]);
});

it('the least needed goes where the quota is reached', async () => {
  const { store, cache: opening } = open(['one', 'two', 'six'], { quotaBytes: 7 });
  const cache = await opening;
  const [one = '', two = '', six = ''] = ['one', 'two', 'six'].map(sha256Of);
  cache.setNeeded([two], 1);
  for (const sha256 of [one, two, six]) await cache.ensure([{ sha256 }], { signal });
  expect((await store.files()).map(({ sha256 }) => sha256).toSorted()).toEqual([two, six].toSorted());
});

it('a browser without room tells so, and tries again', async () => {
  const memory = memoryStore();
  let hasRoom = false;
  const store: Store = {
    ...memory,
    writeFile: (sha256, file) => (hasRoom ? memory.writeFile(sha256, file) : Promise.reject(new Error('quota'))),
  };
  const { full, cache: opening } = open(['bell'], { store });
  const cache = await opening;
  const item = { sha256: sha256Of('bell') };
  await expect(cache.ensure([item], { signal })).rejects.toMatchObject({ code: 'disk_full' });
  expect(full).toHaveBeenCalledOnce();
  expect(cache.has(item.sha256)).toBe(false);
  hasRoom = true;
  await cache.ensure([item], { signal });
  expect(cache.has(item.sha256)).toBe(true);
});
