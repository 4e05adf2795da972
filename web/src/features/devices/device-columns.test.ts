import { expect, it } from 'vitest';
import { DEVICE_COLUMNS } from './device-columns.tsx';

it.each(Object.entries(DEVICE_COLUMNS))('%s has a label in both languages', (_id, { label }) => {
  expect(label.en).toMatch(/^[A-Z]\P{Script=Cyrillic}+$/u);
  expect(label.ru.trim()).not.toBe('');
  expect(label.de.trim()).not.toBe('');
});
