import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import type { PlayerMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { metricsMessage, statusMessage } from './mqtt-device.ts';

const AT = '2026-11-20T12:00:00.000Z';
/** Belongs to no command. */
const CORRELATION_ID = '3f1f3f0e-54c7-4b6e-9f1c-2d4c3c1c9a11';

export const playerMessage = (changes: Partial<PlayerMessage> = {}): PlayerMessage => ({
  state: 'play',
  volume: 1,
  current_track: 'x',
  position: 0,
  duration: 0,
  percentage: 0,
  playlist_length: 0,
  at: AT,
  ...changes,
});

/** One valid message for each topic on which a device publishes. */
export function validMessages(serial: string, correlationId = CORRELATION_ID): { topic: string; message: object }[] {
  return [
    { topic: topics.status(serial), message: statusMessage() },
    { topic: topics.metrics(serial), message: metricsMessage({ seq: 1 }) },
    { topic: topics.inputs(serial), message: { seq: 1, input: 'button', state: 'on', at: AT } },
    { topic: topics.outputs(serial), message: { output: 'strobe', state: 'on', at: AT } },
    ...PLAYER_CHANNELS.map((channel) => ({ topic: topics.player(serial, channel), message: playerMessage() })),
    { topic: topics.configReported(serial), message: { version: 1, music_volume: 10, time_zone: 'UTC' } },
    {
      topic: topics.responses(serial),
      message: { correlation_id: correlationId, phase: 'done', success: true, result: {}, at: AT },
    },
  ];
}
