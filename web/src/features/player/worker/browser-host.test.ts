import { createOutputs } from '@belfry/device-firmware-sim/device/outputs';
import { createManualClock } from '@belfry/device-firmware-sim/testing/manual-clock';
import { expect, it } from 'vitest';
import { createBrowserHost } from './browser-host.ts';

it('flashes for a whole pattern at the rate of the page, however fast the pattern is', async () => {
  const clock = createManualClock();
  const flashed: boolean[] = [];
  const browser = { name: 'Chrome', system: 'Linux' };
  const flash = (isOn: boolean): void => void flashed.push(isOn);
  const host = createBrowserHost({ browser, time: { clock }, output: { onEnded: () => undefined }, flash } as never);
  const published: string[] = [];
  const publish = ({ state }: { state: string }): boolean => published.push(state) > 0;
  const outputs = createOutputs({ driver: host.outputs, clock, publish });
  await outputs.switch('screen', 'pulse', { duration_ms: 100, pause_ms: 100, repeat: 20 });
  await clock.advance(3_000);
  expect(flashed).toEqual([true]);
  await clock.advance(1_000);
  expect(flashed).toEqual([true, false]);
  expect(published).toEqual(['pulse', 'off']);
});
