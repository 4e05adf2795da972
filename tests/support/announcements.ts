import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import type { ReceiptEvent } from '@belfry/schemas/domain/announcements';
import type { CommandParams } from '@belfry/schemas/mqtt/commands';
import { MUSIC_ABILITY, type CommandMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { statusOf } from './commands.ts';
import { connectDevice, type MqttDevice } from './devices/mqtt-device.ts';
import { createCompany, createDevice, type TestDevice, type TestUser } from './factories.ts';
import type { Stack } from './stack.ts';
import { until } from './until.ts';

export type Play = Omit<CommandMessage, 'params'> & { params: CommandParams<'play'> };
/** A device node with a device that answers commands by hand. */
export type Speaker = MqttDevice & { node: NodePosition; device: TestDevice; seq: number };

/** A node below `main` with a device that is online unless `online` is false. The other settings are those of the node. */
export async function createSpeaker(
  stack: Stack,
  owner: TestUser,
  main: NodePosition,
  {
    online = true,
    abilities,
    ...settings
  }: { online?: boolean; abilities?: string[]; name?: string; default_language?: string } & Record<
    string,
    unknown
  > = {},
): Promise<Speaker> {
  const node = await createCompany(stack, { below: main, ...settings });
  const device = await createDevice(stack, { user_id: owner.id, company_id: node.company_id });
  const mqtt = await connectDevice(stack.mqttUrl, device);
  if (online) {
    await mqtt.status(abilities && { abilities });
    await until('the device is online', async () => (await statusOf(stack, device.serial)) === 'online');
  }
  return Object.assign(mqtt, { node, device, seq: 0 });
}

/** A speaker that is online and announces these abilities. */
export async function createMusicSpeaker(
  stack: Stack,
  owner: TestUser,
  main: NodePosition,
  abilities: string[],
): Promise<Speaker> {
  const speaker = await createSpeaker(stack, owner, main, { online: false });
  await speaker.status({ abilities });
  await until('its abilities are stored', async () => {
    const { status, mixes_music } = await stack.db
      .selectFrom('device_state')
      .select(['status', 'mixes_music'])
      .where('device_id', '=', speaker.device.device_id)
      .executeTakeFirstOrThrow();
    return status === 'online' && mixes_music === abilities.includes(MUSIC_ABILITY);
  });
  return speaker;
}

/** The next command of a speaker, which is `play`. */
export const nextPlay = async (speaker: Speaker): Promise<Play> => (await speaker.nextCommand()) as unknown as Play;

/** Sends receipts of a run with the next numbers of the device. */
export async function report(speaker: Speaker, runId: string, ...events: ReceiptEvent[]): Promise<void> {
  for (const event of events) {
    speaker.seq += 1;
    await speaker.publish(topics.receipts(speaker.serial), {
      seq: speaker.seq,
      run_id: runId,
      event,
      reason: event === 'skipped' ? 'expired' : null,
      at: new Date().toISOString(),
    });
  }
}
