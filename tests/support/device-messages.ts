import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import { topics } from '@belfry/schemas/mqtt/topics';
import { aRecord, aStatus } from './mqtt-device.ts';

const AT = '2026-11-20T12:00:00.000Z';
/** Of a command that was never sent, unless another is given. */
const CORRELATION_ID = '3f1f3f0e-54c7-4b6e-9f1c-2d4c3c1c9a11';

/** A message on each topic that a device publishes on, as the contract has it. */
export function validMessages(serial: string, correlationId = CORRELATION_ID): { topic: string; message: object }[] {
  const player = {
    state: 'play',
    volume: 1,
    current_track: 'x',
    position: 0,
    duration: 0,
    percentage: 0,
    playlist_length: 0,
    at: AT,
  };
  return [
    { topic: topics.status(serial), message: aStatus() },
    { topic: topics.metrics(serial), message: aRecord({ seq: 1 }) },
    ...PLAYER_CHANNELS.map((channel) => ({ topic: topics.player(serial, channel), message: player })),
    { topic: topics.configReported(serial), message: { version: 1, music_volume: 10, time_zone: 'UTC' } },
    {
      topic: topics.responses(serial),
      message: { correlation_id: correlationId, phase: 'done', success: true, result: {}, at: AT },
    },
  ];
}
