import { expect, test } from 'vitest';
import { isSerial } from '@belfry/schemas/domain/serial';
import { createProfiles, profileWithSerial } from './device-profiles.ts';

test('the same seed gives the same profiles', () => {
  expect(createProfiles(1, 50, 0.2)).toEqual(createProfiles(1, 50, 0.2));
  expect(createProfiles(1, 50, 0.2)).toEqual(createProfiles('1', 50, 0.2));
  const serials = new Set(createProfiles(1, 50, 0.2).map(({ serial }) => serial));
  expect(createProfiles(2, 50, 0.2).some(({ serial }) => serials.has(serial))).toBe(false);
});

test('a larger fleet begins with the devices of a smaller one', () => {
  expect(createProfiles(5, 1_000, 0.1).slice(0, 24)).toEqual(createProfiles(5, 24, 0.1));
});

test('five thousand devices have different serials and passes', () => {
  const profiles = createProfiles(1, 5_000, 0);
  expect(new Set(profiles.map(({ serial }) => serial)).size).toBe(5_000);
  expect(new Set(profiles.map(({ pass }) => pass)).size).toBe(5_000);
  expect(profiles.every(({ serial, pass }) => isSerial(serial) && /^[A-Za-z0-9]{10}$/.test(pass))).toBe(true);
});

test('the share of flaky devices is as requested, and only they have skewed clocks', () => {
  const profiles = createProfiles(3, 4_000, 0.25);
  const flaky = profiles.filter(({ behaviour }) => behaviour.flaky);
  expect(flaky.length / profiles.length).toBeCloseTo(0.25, 1);
  expect(flaky.some(({ behaviour }) => Math.abs(behaviour.skewMs) > 60_000)).toBe(true);
  expect(profiles.every(({ behaviour }) => behaviour.flaky || behaviour.skewMs === 0)).toBe(true);
  expect(createProfiles(3, 100, 0).some(({ behaviour }) => behaviour.flaky)).toBe(false);
});

test('a profile derived from a serial is always the same and not flaky', () => {
  const profile = profileWithSerial('1234-5678-9012-3456');
  expect(profile).toEqual(profileWithSerial('1234-5678-9012-3456'));
  expect(profile.serial).toBe('1234-5678-9012-3456');
  expect(profile.behaviour.flaky).toBe(false);
});
