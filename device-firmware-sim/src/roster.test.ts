import { expect, test } from 'vitest';
import { isSerial } from '@belfry/schemas/domain/serial';
import { createRoster, memberWithSerial } from './roster.ts';

test('the same seed gives the same fleet, to the last character', () => {
  expect(createRoster(1, 50, 0.2)).toEqual(createRoster(1, 50, 0.2));
  expect(createRoster(1, 50, 0.2)).toEqual(createRoster('1', 50, 0.2));
  const serials = new Set(createRoster(1, 50, 0.2).map(({ serial }) => serial));
  expect(createRoster(2, 50, 0.2).some(({ serial }) => serials.has(serial))).toBe(false);
});

test('a smaller fleet is the beginning of a bigger one', () => {
  expect(createRoster(5, 1_000, 0.1).slice(0, 24)).toEqual(createRoster(5, 24, 0.1));
});

test('five thousand devices have serials and passes of their own', () => {
  const roster = createRoster(1, 5_000, 0);
  expect(new Set(roster.map(({ serial }) => serial)).size).toBe(5_000);
  expect(new Set(roster.map(({ pass }) => pass)).size).toBe(5_000);
  expect(roster.every(({ serial, pass }) => isSerial(serial) && /^[A-Za-z0-9]{10}$/.test(pass))).toBe(true);
});

test('the share of flaky devices is what was asked for, and only they have wrong clocks', () => {
  const roster = createRoster(3, 4_000, 0.25);
  const flaky = roster.filter(({ character }) => character.flaky);
  expect(flaky.length / roster.length).toBeCloseTo(0.25, 1);
  expect(flaky.some(({ character }) => Math.abs(character.skewMs) > 60_000)).toBe(true);
  expect(roster.every(({ character }) => character.flaky || character.skewMs === 0)).toBe(true);
  expect(createRoster(3, 100, 0).some(({ character }) => character.flaky)).toBe(false);
});

test('a device by its serial alone is always the same, and sound', () => {
  const member = memberWithSerial('1234-5678-9012-3456');
  expect(member).toEqual(memberWithSerial('1234-5678-9012-3456'));
  expect(member.serial).toBe('1234-5678-9012-3456');
  expect(member.character.flaky).toBe(false);
});
