import { existsSync } from 'node:fs';
import { checkDisk, checkTemperature } from '../commands/diagnostics/reading-checks.ts';
import type { Sensors } from '../hardware/sensors.ts';
import { isoTime, type Clock } from '../hardware/clock.ts';
import type { MpdOutput } from '../mpd/mpd-output.ts';
import type { Check, Service } from './host.ts';
import { testSound, type SelfTestDeps } from './self-test.ts';

/** Where systemd's time service notes that the clock is set. */
const TIME_SERVICE = { folder: '/run/systemd/timesync', synchronized: '/run/systemd/timesync/synchronized' };
const IDLE = { playing: 0, busy: false };

/** The processes of a device, each with the time of its start. */
export function servicesOf(output: Pick<MpdOutput, 'services'>, clock: Clock): Service[] {
  const device = { name: 'belfry-device', startedAt: performance.timeOrigin };
  const players = output.services().map(({ channel, startedAt }) => ({ name: `player-${channel}`, startedAt }));
  return [device, ...players].map(({ name, startedAt }) => ({
    name,
    state: startedAt === null ? 'failed' : 'running',
    since: isoTime(startedAt ?? clock.now()),
  }));
}

type DiagnosisDeps = Omit<SelfTestDeps, 'output'> & { output: MpdOutput; sensors: Pick<Sensors, 'read'> };

/** All checks of a machine, which take a few seconds where it has a microphone. */
export async function diagnoseHost({ sensors, ...deps }: DiagnosisDeps): Promise<Check[]> {
  const players = deps.output.services();
  const running = players.filter(({ startedAt }) => startedAt !== null).length;
  const detail = players.length === 0 ? 'simulated, without sound' : `${running} of ${players.length} are running`;
  return [
    { name: 'players', ok: running === players.length, detail },
    ...checkMachine(sensors),
    ...(players.length === 0 ? [] : await testSound(deps)),
  ];
}

/** What a machine tells about itself. */
export function checkMachine(sensors: Pick<Sensors, 'read'>): Check[] {
  const { disk_usage_percent: disk, cpu_temperature: celsius } = sensors.read(IDLE);
  return [
    { name: 'storage', ...checkDisk(disk) },
    celsius === 0
      ? { name: 'temperature', ok: true, detail: 'this machine has no sensor' }
      : { name: 'temperature', ...checkTemperature(celsius) },
    checkClock(),
  ];
}

function checkClock(): Check {
  const name = 'clock';
  if (!existsSync(TIME_SERVICE.folder))
    return { name, ok: true, detail: 'this machine does not tell whether it is set' };
  const ok = existsSync(TIME_SERVICE.synchronized);
  return { name, ok, detail: ok ? 'set by the network' : 'not set by the network since the start' };
}
