import { factoryMemory } from '@belfry/device-firmware-sim/hardware/flash';
import { hostProfile } from '@belfry/device-firmware-sim/host/profile';
import { serialSchema } from '@belfry/schemas/domain/serial';
import { expect, it, vi } from 'vitest';
import { identityOf } from './browser-host.ts';
import { memoryStore, type Store } from './store.ts';
import { openFlash } from './stored-flash.ts';

const SERIAL = serialSchema.parse('1111-2222-3333-4444');
const RUN = '0e3a4b0c-1111-4222-8333-444455556661';
const receipt = { run_id: RUN, event: 'started', reason: null, at: '2026-01-15T12:00:00.000Z' } as const;
const profile = hostProfile(SERIAL, '', identityOf({ name: 'Chrome', system: 'Linux', language: 'en' }), '1.0.0');

function open(store: Store) {
  const [failed, reported] = [vi.fn(), vi.fn()];
  const flash = openFlash({ store, serial: SERIAL, factory: () => factoryMemory(profile, 0), failed, reported });
  return { flash, failed, reported };
}

it('key, receipts and their numbers survive a reload', async () => {
  const store = memoryStore();
  const { flash: opening, reported } = open(store);
  const flash = await opening;
  flash.memory.device_key = 'secret';
  flash.report(receipt);
  flash.report({ ...receipt, event: 'finished' });
  expect(reported).toHaveBeenCalledTimes(2);
  await vi.waitFor(async () => expect((await open(store).flash).receipts.lastSeq).toBe(2));
  const reloaded = await open(store).flash;
  expect(reloaded.memory.device_key).toBe('secret');
  expect(reloaded.runs.has(RUN)).toBe(true);
});

it('tells when a record is stored', async () => {
  const store = memoryStore();
  const flash = await open(store).flash;
  flash.report(receipt);
  expect(await store.read('flash')).toBeNull();
  await flash.stored?.();
  expect((await open(store).flash).receipts.lastSeq).toBe(1);
});

it('what cannot be read is as new', async () => {
  const store = memoryStore();
  await store.write('flash', '{"format":1');
  await store.write('programme', 'no programme');
  const flash = await open(store).flash;
  expect(flash.memory.device_key).toBeNull();
  expect(flash.programme.load()).toBeNull();
});

it('without room the device goes on in memory, and stores everything with the next change', async () => {
  const memory = memoryStore();
  let hasRoom = false;
  const store: Store = {
    ...memory,
    write: (name, text) => (hasRoom ? memory.write(name, text) : Promise.reject(new Error('quota'))),
  };
  const { flash: opening, failed } = open(store);
  const flash = await opening;
  flash.report(receipt);
  await vi.waitFor(() => expect(failed).toHaveBeenCalled());
  hasRoom = true;
  flash.report({ ...receipt, event: 'finished' });
  await vi.waitFor(async () => expect((await open(store).flash).receipts.lastSeq).toBe(2));
});
