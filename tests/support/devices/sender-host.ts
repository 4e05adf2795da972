import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCommandLine } from '@belfry/device-firmware-sim/host/config';
import { startHostDevice } from '@belfry/device-firmware-sim/host/host-device';
import type { Stack } from '../stack.ts';
import type { TestDevice } from '../factories.ts';

type Addresses = Pick<Stack, 'url' | 'mqttUrl' | 'wsUrl'>;

/** Runs a device that is paired already as a machine that sends to network speakers, also at this one. */
export async function startSenderHost({ url, mqttUrl, wsUrl }: Addresses, sender: TestDevice) {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-sender-'));
  const { serial, device_key } = sender;
  const paired = { serial, device_key, api_url: url, mqtt_url: mqttUrl, mqtt_ws_url: wsUrl };
  await writeFile(join(folder, 'paired.json'), JSON.stringify(paired));
  const options = ['--api', url, '--mqtt', mqttUrl, '--data', folder, '--players', 'simulated'];
  const commandLine = parseCommandLine([...options, '--rtp-allow', '127.0.0.1'], {});
  if (commandLine.kind !== 'run') throw new Error('the command line is wrong');
  const device = await startHostDevice(commandLine.run, () => {});
  return {
    speakers: device.speakers,
    async stop(): Promise<void> {
      await device.stop();
      await rm(folder, { recursive: true });
    },
  };
}
