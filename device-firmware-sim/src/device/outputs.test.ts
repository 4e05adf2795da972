import type { OutputMessage } from '@belfry/schemas/mqtt/messages';
import { expect, it } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createOutputs } from './outputs.ts';

function start({ flashes = false, takesMs = 0 } = {}) {
  const clock = createManualClock();
  const switched: string[] = [];
  const published: OutputMessage[] = [];
  let fault: string | null = null;
  const driver = {
    names: ['strobe', 'door'],
    flashes,
    async switch(output: string, isOn: boolean) {
      if (fault !== null) throw new Error(fault);
      switched.push(`${output} ${isOn}`);
      if (takesMs > 0) await new Promise<void>((resolve) => void clock.after(takesMs, resolve));
    },
  };
  const outputs = createOutputs({ driver, clock, publish: (message) => published.push(message) > 0 });
  const told = () => published.splice(0).map(({ output, state }) => `${output} ${state}`);
  return { clock, outputs, switched, told, fail: (reason: string | null) => void (fault = reason) };
}

it('reports every output at each connection, and each change', async () => {
  const { outputs, switched, told } = start();
  outputs.connected();
  expect(told()).toEqual(['strobe off', 'door off']);
  await outputs.switch('strobe', 'on');
  expect(told()).toEqual(['strobe on']);
  outputs.connected();
  expect(told()).toEqual(['strobe on', 'door off']);
  expect(switched).toEqual(['strobe true']);
});

it('ends a pulse by itself, and not one that something has followed', async () => {
  const { clock, outputs, switched, told } = start();
  await outputs.switch('door', 'pulse', { duration_ms: 500 });
  await clock.advance(499);
  expect(told()).toEqual(['door pulse']);
  await clock.advance(1);
  expect(told()).toEqual(['door off']);
  await outputs.switch('door', 'pulse', { duration_ms: 500 });
  await outputs.switch('door', 'on');
  await clock.advance(5_000);
  expect(told()).toEqual(['door pulse', 'door on']);
  expect(switched.at(-1)).toBe('door true');
});

it('reports nothing that was not switched', async () => {
  const { outputs, told, fail } = start();
  await expect(outputs.switch('gate', 'on')).rejects.toMatchObject({ errorType: 'no_output' });
  fail('the line is busy');
  await expect(outputs.switch('door', 'on')).rejects.toMatchObject({
    errorType: 'output_failed',
    message: 'the line is busy',
  });
  expect(told()).toEqual([]);
});

/** The time at which each change began. */
function timed({ clock, switched }: Pick<ReturnType<typeof start>, 'clock' | 'switched'>) {
  const times: string[] = [];
  const began = clock.monotonic();
  return async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      await clock.advance(50);
      for (const change of switched.splice(0)) times.push(`${clock.monotonic() - began} ${change.split(' ')[1] ?? ''}`);
    }
    return times.splice(0);
  };
}

it('repeats a pulse with pauses, and reports its beginning and its end alone', async () => {
  const device = start();
  const pass = timed(device);
  await device.outputs.switch('strobe', 'pulse', { duration_ms: 200, pause_ms: 300, repeat: 3 });
  expect(await pass(5_000)).toEqual(['50 true', '200 false', '500 true', '700 false', '1000 true', '1200 false']);
  expect(device.told()).toEqual(['strobe pulse', 'strobe off']);
});

it('keeps the time of a pattern where a driver needs some, as gpioset does', async () => {
  const device = start({ takesMs: 150 });
  const pass = timed(device);
  void device.outputs.switch('strobe', 'pulse', { duration_ms: 200, pause_ms: 100, repeat: 2 });
  // A pause is not shorter than the driver.
  expect(await pass(2_000)).toEqual(['50 true', '200 false', '350 true', '550 false']);
  expect(device.told()).toEqual(['strobe pulse', 'strobe off']);
});

it('goes on with a pattern until it is switched, and after that no more', async () => {
  const device = start();
  const pass = timed(device);
  await device.outputs.switch('strobe', 'pulse', { duration_ms: 500, pause_ms: 500 });
  expect(await pass(60_000)).toHaveLength(121);
  await device.outputs.switch('strobe', 'off');
  expect(await pass(5_000)).toEqual(['60050 false']);
  expect(device.told()).toEqual(['strobe pulse', 'strobe off']);
});

it('ends a pattern that was told while the command before was still worked on, and not the one after', async () => {
  const device = start({ takesMs: 150 });
  const pattern = device.outputs.switch('strobe', 'pulse', { duration_ms: 200, pause_ms: 200 });
  await device.clock.advance(50);
  const on = device.outputs.switch('strobe', 'on');
  await device.clock.advance(5_000);
  await Promise.all([pattern, on]);
  expect(device.switched).toEqual(['strobe true', 'strobe true']);
  expect(device.told()).toEqual(['strobe pulse', 'strobe on']);
});

it('reports a pattern that fails as what is left of it', async () => {
  const device = start();
  await device.outputs.switch('strobe', 'pulse', { duration_ms: 200, pause_ms: 200 });
  await device.clock.advance(250);
  device.fail('the line is busy');
  await device.clock.advance(5_000);
  expect(device.told()).toEqual(['strobe pulse', 'strobe off']);
});

it('leaves the rate to what flashes by itself', async () => {
  const device = start({ flashes: true });
  const pass = timed(device);
  await device.outputs.switch('strobe', 'pulse', { duration_ms: 100, pause_ms: 100, repeat: 5 });
  expect(await pass(2_000)).toEqual(['50 true', '900 false']);
  await device.outputs.switch('strobe', 'pulse', { duration_ms: 100, pause_ms: 100 });
  expect(await pass(60_000)).toEqual(['2050 true']);
});
