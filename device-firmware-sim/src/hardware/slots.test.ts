import { expect, test } from 'vitest';
import { profileWithSerial } from '../fleet/device-profiles.ts';
import { factoryMemory, volatileFlash, type Memory } from './flash.ts';
import { createSlots, type Slot } from './slots.ts';

const NEW: Slot = { version: '4.2', sha256: 'ab'.repeat(32), size: 900, starts: true };

function begin() {
  const memory = { ...factoryMemory(profileWithSerial('1111-2222-3333-4444'), 0), device_version: '3.3' };
  const writes: Memory[] = [];
  const flash = { ...volatileFlash(memory), changed: () => void writes.push(structuredClone(memory)) };
  return { memory, writes, slots: createSlots(flash) };
}
function startWith(memory: Memory) {
  const slots = createSlots(volatileFlash(memory));
  const rolledBack = slots.boot();
  return { slots, memory, rolledBack };
}

test('a new version runs on trial until it is confirmed, and its predecessor remains in the other slot', () => {
  const { memory, slots } = begin();
  slots.erase();
  slots.write(NEW);
  expect(memory.device_version).toBe('3.3');
  slots.switch();
  expect({ version: memory.device_version, trial: slots.isOnTrial() }).toEqual({ version: '4.2', trial: true });
  slots.confirm();
  expect(slots.isOnTrial()).toBe(false);
  expect(memory.slots?.versions.map((slot) => slot?.version)).toEqual(['3.3', '4.2']);
});

test('a version that was started once without reaching the broker is replaced at the next start', () => {
  const { memory, slots } = begin();
  slots.erase();
  slots.write(NEW);
  slots.switch();
  const first = startWith(memory);
  expect({ version: memory.device_version, rolledBack: first.rolledBack }).toEqual({
    version: '4.2',
    rolledBack: false,
  });
  const second = startWith(memory);
  expect({ version: memory.device_version, rolledBack: second.rolledBack }).toEqual({
    version: '3.3',
    rolledBack: true,
  });
  expect(second.slots.isOnTrial()).toBe(false);
});

test('a loss of power after any write leaves a working version, to which the device returns at the latest', () => {
  const { memory, slots, writes } = begin();
  slots.erase();
  slots.write(NEW);
  slots.switch();
  slots.boot();
  slots.rollBack();
  slots.erase();
  slots.write({ ...NEW, version: '4.3', starts: false });
  slots.switch();
  slots.boot();
  slots.confirm();
  expect(memory.device_version).toBe('4.3');
  expect(writes.length).toBe(10);
  for (const [index, memoryAfter] of writes.entries()) {
    const { active, versions, trial } = memoryAfter.slots ?? {
      active: 0 as const,
      versions: [null, null],
      trial: null,
    };
    expect(versions[active], `after write ${index + 1}`).not.toBeNull();
    if (!trial) continue;
    startWith(memoryAfter);
    startWith(memoryAfter);
    expect(memoryAfter.device_version, `after write ${index + 1}`).toBe('3.3');
  }
});

test('nothing is switched to a slot without a version, and nothing is rolled back without a trial', () => {
  const { memory, slots } = begin();
  slots.erase();
  slots.switch();
  slots.rollBack();
  expect(memory.device_version).toBe('3.3');
});

test('a version that was installed without an archive is kept as the previous one', () => {
  const { memory, slots } = begin();
  slots.erase();
  memory.device_version = '3.9';
  slots.erase();
  slots.write(NEW);
  slots.switch();
  slots.rollBack();
  expect(memory.device_version).toBe('3.9');
});
