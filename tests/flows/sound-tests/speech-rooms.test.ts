/** @module-tag full */
import { countSpeechErrors, SPEECH_ROOM_KINDS } from '@belfry/device-firmware-sim/testing/speech-rooms';
import { expect, it } from 'vitest';

const ROOMS = 500;

it.each(Object.keys(SPEECH_ROOM_KINDS))(
  'in five hundred made-up rooms %s is told',
  { timeout: 600_000 },
  async (kind) => {
    const { errors, allowed } = await countSpeechErrors(kind, ROOMS);
    expect(errors).toBeLessThanOrEqual(allowed);
  },
);
