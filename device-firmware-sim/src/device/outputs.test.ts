import type { OutputMessage } from '@belfry/schemas/mqtt/messages';
import { expect, it } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createOutputs } from './outputs.ts';

function start() {
  const clock = createManualClock();
  const switched: string[] = [];
  const published: OutputMessage[] = [];
  let fault: string | null = null;
  const driver = {
    names: ['strobe', 'door'],
    async switch(output: string, isOn: boolean) {
      if (fault !== null) throw new Error(fault);
      switched.push(`${output} ${isOn}`);
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
  await outputs.switch('door', 'pulse', 500);
  await clock.advance(499);
  expect(told()).toEqual(['door pulse']);
  await clock.advance(1);
  expect(told()).toEqual(['door off']);
  await outputs.switch('door', 'pulse', 500);
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
