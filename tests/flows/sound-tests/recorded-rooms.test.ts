/** @module-tag full */
import { countErrors, ROOM_KINDS } from '@belfry/device-firmware-sim/testing/recorded-rooms';
import { expect, it } from 'vitest';

const ROOMS = 1_000;

it.each(Object.keys(ROOM_KINDS))('in a thousand recorded rooms %s is told', { timeout: 600_000 }, (kind) => {
  const { errors, allowed } = countErrors(kind, ROOMS);
  expect(errors).toBeLessThanOrEqual(allowed);
});
