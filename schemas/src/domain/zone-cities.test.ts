import { expect, it } from 'vitest';
import { zoneCity } from './zone-cities.ts';

it.each([
  ['Europe/Berlin', 'Berlin', 'Берлин', 'Berlin'],
  ['Europe/Vienna', 'Vienna', 'Вена', 'Wien'],
  ['America/New_York', 'New York', 'Нью-Йорк', 'New York'],
  ['America/Argentina/Ushuaia', 'Ushuaia', 'Ушуая', 'Ushuaia'],
  ['Etc/GMT+3', 'GMT+3', 'GMT+3', 'GMT+3'],
  ['Mars/Olympus', 'Olympus', 'Olympus', 'Olympus'],
  ['+05:30', 'UTC+05:30', 'UTC+05:30', 'UTC+05:30'],
])('names the city of %s in the language of the reader', (zone, en, ru, de) =>
  expect([zoneCity(zone, 'en'), zoneCity(zone, 'ru'), zoneCity(zone, 'de')]).toEqual([en, ru, de]),
);
