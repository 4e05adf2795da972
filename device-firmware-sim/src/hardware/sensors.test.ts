import { beforeEach, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '../testing/test-context.ts';

const IDLE = { playing: 0, busy: false };
const BUSY = { playing: 1, busy: true };
let context: TestContext;

beforeEach(() => {
  context = createTestContext({ idleCpuPercent: 5, ambientCelsius: 22, idleMemoryPercent: 30, uptimeSeconds: 100 });
});

async function readings(count: number, load: typeof IDLE) {
  const taken = [];
  for (let at = 0; at < count; at++) {
    await context.clock.advance(5_000);
    taken.push(context.sensors.read(load));
  }
  return taken;
}

test('the CPU usage follows the load, and the temperature follows slowly', async () => {
  await readings(100, IDLE);
  const before = context.sensors.read(IDLE);
  const [, , soon] = await readings(3, BUSY);
  expect(soon?.cpu_usage_percent).toBeGreaterThan(before.cpu_usage_percent + 25);
  expect(soon?.cpu_temperature).toBeLessThan(before.cpu_temperature + 12);
  const later = (await readings(60, BUSY)).at(-1);
  expect(later?.cpu_temperature).toBeGreaterThan(before.cpu_temperature + 15);
});

test('memory usage grows over a day and is reset by a restart', async () => {
  const [first] = await readings(1, IDLE);
  for (let hour = 0; hour < 24; hour++) {
    await context.clock.advance(3_600_000);
    context.sensors.read(IDLE);
  }
  const [last] = await readings(1, IDLE);
  expect(last?.memory_usage_percent).toBeGreaterThan((first?.memory_usage_percent ?? 0) + 5);
  context.sensors.rebooted();
  const [fresh] = await readings(1, IDLE);
  expect(fresh?.memory_usage_percent).toBeCloseTo(30, 0);
});

test('clearing frees the disk space once', async () => {
  await context.clock.advance(3_600_000);
  const before = context.sensors.read(BUSY).disk_usage_percent;
  const cache = context.sensors.clearCache();
  expect(cache.freed_bytes).toBeGreaterThan(0);
  expect(cache.removed_files).toBeGreaterThan(0);
  expect(context.sensors.clearLogs().freed_bytes).toBeGreaterThan(0);
  expect(context.sensors.clearCache()).toEqual({ freed_bytes: 0, removed_files: 0 });
  expect(context.sensors.read(IDLE).disk_usage_percent).toBeLessThan(before);
});

test('uptime counts from the last boot', async () => {
  expect(context.sensors.uptimeSeconds()).toBe(100);
  await context.clock.advance(60_000);
  expect(context.sensors.read(IDLE).uptime_seconds).toBe(160);
  context.flash.memory.booted_at = context.clock.now();
  expect(context.sensors.uptimeSeconds()).toBe(0);
});

test('readings are tenths within the limits of the contract', async () => {
  for (const reading of await readings(500, BUSY)) {
    expect(reading.cpu_usage_percent).toBeLessThanOrEqual(100);
    expect(reading.cpu_usage_percent).toBeGreaterThanOrEqual(0);
    expect(Math.round(reading.cpu_temperature * 10) / 10).toBe(reading.cpu_temperature);
  }
});
