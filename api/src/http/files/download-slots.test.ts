import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { expect, it } from 'vitest';
import type { Urgency } from '../../lib/semaphore.ts';
import { createDownloadSlots, downloaderOf, occupySlot } from './download-slots.ts';

const device = (owner_id: number, device_mode: 'active' | 'wait' = 'active') => ({
  device_id: 1,
  serial: `0000-0000-0000-000${owner_id}`,
  owner_id,
  company_id: null,
  device_mode,
});
const branchOf = async (node?: number | null) => (node ? Math.floor(node / 10) : undefined);

function setUp() {
  const slots = createDownloadSlots({
    pool: 'audio',
    atOnce: 2,
    perKey: 2,
    perKeyFree: 0,
    perPart: 2,
    free: 0,
    sure: 1,
  });
  const began: number[] = [];
  async function begin(ownerId: number, urgency: Urgency = 'devices') {
    const answer = Object.assign(new EventEmitter(), { closed: false });
    const close = () => {
      answer.closed = true;
      answer.emit('close');
    };
    const occupied = occupySlot(
      slots,
      await downloaderOf(branchOf, null, device(ownerId)),
      answer as unknown as Response,
      async () => urgency,
    );
    const done = occupied.then(
      () => void began.push(ownerId),
      (error: { code: string }) => error.code,
    );
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    return { close, done };
  }
  return { begin, began };
}

it('what a device needs for an emergency is first, and a place ends with its connection', async () => {
  const { begin, began } = setUp();
  const [first, second] = [await begin(1), await begin(1)];
  await begin(2, 'devices');
  const emergency = await begin(3, 'emergency');
  first.close();
  await emergency.done;
  expect(began).toEqual([1, 1, 3]);
  second.close();
  await expect.poll(() => began).toEqual([1, 1, 3, 2]);
});

it('whoever has closed the connection waits for no place', async () => {
  const { begin, began } = setUp();
  const [first] = [await begin(1), await begin(1)];
  const gone = await begin(2);
  gone.close();
  expect(await gone.done).toBe('rate_limited');
  const next = await begin(3);
  first.close();
  await next.done;
  expect(began).toEqual([1, 1, 3]);
});

it('people and programs of an organisation use its share, and a device that waits for its approval has none', async () => {
  const memberships = [{ owner_id: 3, company_id: 45 }];
  const program = { id: 7, api_key: { id: 1, scopes: new Set<never>() }, memberships };
  const find = (...of: [user: object | null, device: object | null]) =>
    downloaderOf(branchOf, ...(of as [never, never]));
  expect(await find(program, null)).toEqual({ organisation: 3, branch: 4, part: 'user 7', urgency: 'other' });
  expect(await find({ id: 5, memberships }, null)).toMatchObject({ organisation: 5, branch: undefined });
  expect(await find(null, { ...device(4), company_id: 61 })).toMatchObject({ organisation: 4, branch: 6 });
  await expect(find(null, device(4, 'wait'))).rejects.toThrow('approval');
});

it('what one organisation sends leaves turns to the others', async () => {
  const slots = createDownloadSlots({
    pool: 'audio',
    atOnce: 64,
    perKey: 32,
    perKeyFree: 0,
    perPart: 32,
    free: 32,
    sure: 1,
  });
  const working: number[] = [];
  const work = Promise.withResolvers<void>();
  const sending: Promise<void>[] = [];
  const send = async (ownerId: number): Promise<void> => {
    const inTurn = await occupySlot(slots, await downloaderOf(branchOf, null, device(ownerId)), undefined);
    await inTurn.prepare(async () => {
      working.push(ownerId);
      await work.promise;
    });
  };
  for (let download = 0; download < 30; download += 1) sending.push(send(1));
  await expect.poll(() => working).toEqual([1, 1]);
  sending.push(send(2));
  await expect.poll(() => working).toEqual([1, 1, 2]);
  work.resolve();
  await Promise.all(sending);
  expect(working).toHaveLength(31);
});
