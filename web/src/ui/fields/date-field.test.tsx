import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, afterAll, expect, it } from 'vitest';
import { chooseLanguage, startI18n } from '../../lib/i18n.ts';
import { renderUi } from '../../testing/render-page.tsx';
import { DateField, MomentField } from './date-field.tsx';
import { TimeField } from './time-field.tsx';

const FIELDS = { date: DateField, moment: MomentField, time: TimeField };
const SOURCES: Record<string, string> = import.meta.glob('../../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

beforeAll(startI18n);
afterEach(cleanup);
afterAll(() => chooseLanguage('en'));

/** The value of the field stands beside it. */
function Held({ of, first }: { of: keyof typeof FIELDS; first: string }) {
  const [value, setValue] = useState(first);
  const Field = FIELDS[of];
  return (
    <>
      <Field label="When" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}
const show = (of: keyof typeof FIELDS, first: string) => renderUi(<Held of={of} first={first} />);
const field = (): HTMLInputElement => screen.getByRole('textbox', { name: 'When' });
const type = (text: string): void => void fireEvent.change(field(), { target: { value: text } });
const held = (): string | null => screen.getByRole('status').textContent;

it.each([
  ['de', 'date', '2026-11-21', '21.11.2026', 'TT.MM.JJJJ'],
  ['ru', 'moment', '2026-11-21T20:05', '21.11.2026, 20:05', 'ДД.ММ.ГГГГ, 08:30'],
  ['en', 'moment', '2026-11-21T20:05', '21/11/2026, 20:05', 'DD/MM/YYYY, 08:30'],
  ['de', 'time', '20:05', '20:05', '08:30'],
] as const)('in %s a %s is written as its readers write it', async (language, of, value, text, example) => {
  await chooseLanguage(language);
  show(of, value);
  expect([field().value, field().placeholder, field().type]).toEqual([text, example, 'text']);
  await chooseLanguage('en');
});

it('takes a date as soon as it is whole, and writes it alike when it is left', () => {
  show('date', '');
  type('21.11.20');
  expect(held()).toBe('');
  type('21.11.2027');
  expect([held(), field().value]).toEqual(['2027-11-21', '21.11.2027']);
  fireEvent.blur(field());
  expect(field().value).toBe('21/11/2027');
});

it('keeps the last date where a text cannot be read, and says how to write it', () => {
  show('date', '2026-11-21');
  type('someday');
  fireEvent.blur(field());
  expect([held(), field().value]).toEqual(['2026-11-21', '21/11/2026']);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('“someday” cannot be read. Write it like DD/MM/YYYY.')).toBeTruthy();
  type('');
  expect([held(), field().getAttribute('aria-invalid')]).toEqual(['', null]);
});

it('is chosen in a calendar by keys', async () => {
  show('date', '2027-01-31');
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  const days = await screen.findByRole('table', { name: 'January 2027' });
  const day = () => days.querySelector('[tabindex="0"]')!;
  for (const key of ['PageDown', 'ArrowUp', 'Home']) fireEvent.keyDown(day(), { key });
  expect(day()).toBe(document.activeElement);
  expect(day().getAttribute('aria-label')).toBe('Monday, 15 February 2027');
  fireEvent.click(day());
  expect([held(), field().value]).toEqual(['2027-02-15', '15/02/2027']);
});

it('offers no day before the first one', async () => {
  renderUi(<DateField label="When" min="2026-11-10" value="2026-11-12" onChange={() => expect.unreachable()} />);
  fireEvent.click(screen.getByRole('button', { name: 'Open the calendar' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Monday, 9 November 2026' }));
});

it('takes no typed date before the first one, and says which is', () => {
  renderUi(<DateField label="When" min="2026-11-10" value="2026-11-12" onChange={() => expect.unreachable()} />);
  type('09/11/2026');
  fireEvent.blur(field());
  expect(field().value).toBe('12/11/2026');
  expect(screen.getByText('No date before 10/11/2026 can be chosen.')).toBeTruthy();
  fireEvent.paste(field(), { clipboardData: { getData: () => '2026-11-08' } });
  expect(field().value).toBe('12/11/2026');
});

it('chooses day and time of a moment in one place', async () => {
  show('moment', '');
  fireEvent.click(screen.getByRole('button', { name: 'Open the calendar' }));
  fireEvent.click((await screen.findAllByRole('button', { current: 'date' }))[0]!);
  expect(held()).toMatch(/T08:00$/);
  fireEvent.change(screen.getByLabelText('Minute'), { target: { value: '45' } });
  expect(held()).toMatch(/T08:45$/);
});

it('no page has the fields of the browser, which write dates in the language of the browser', () => {
  const native = /type="(?:date|time|datetime-local|month|week)"/;
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
  expect(Object.keys(SOURCES).filter((path) => native.test(SOURCES[path] ?? '') && !path.includes('.test.'))).toEqual(
    [],
  );
});
