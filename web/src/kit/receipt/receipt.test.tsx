import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { firstOf } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aReceipt } from '../../testing/receipt-factory.ts';
import { ReceiptRow } from './index.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  [{ devices: 60, heard: 60 }, 'ok', 'All heard it', 1],
  [{ devices: 60, heard: 59 }, 'look', 'Not all heard it', 7 / 8],
  [{ devices: 60, heard: 1 }, 'look', 'Not all heard it', 1 / 8],
  [{ devices: 60, heard: 60, other_voices: 2 }, 'look', 'Heard by a voice of another language', 1],
  [{ devices: 60, heard: 0 }, 'wrong', 'Nobody heard it', 0],
  [{ devices: 0, heard: 0 }, 'wrong', 'There was nobody to hear it', 0],
  [{ devices: 60, heard: 20, is_over: false }, 'off', 'Being said', 2 / 8],
])('is green only where all have heard it: %o', async (figures, state, text, filled) => {
  await openPage(<ReceiptRow receipt={aReceipt(figures)} to="/activity" />, firstOf());
  expect(screen.getByText(text)).toBeTruthy();
  const bar = screen.getByText(`${figures.heard} of ${figures.devices}`).firstElementChild as HTMLElement;
  expect(bar.dataset['state']).toBe(state);
  expect(bar.style.getPropertyValue('--share')).toBe(String(filled));
});

it.each([
  [{ devices: 3, heard: 2, sent: 1 }, 'off', 'Sent: not all say whether they heard it', '2 of 3 · 1 sent'],
  [{ devices: 2, heard: 0, sent: 2 }, 'off', 'Sent: not all say whether they heard it', '2 sent'],
  [{ devices: 3, heard: 0, sent: 1 }, 'look', 'Not all heard it', '0 of 3 · 1 sent'],
])('counts what was sent neither as heard nor as missed: %o', async (figures, state, text, count) => {
  await openPage(<ReceiptRow receipt={aReceipt(figures)} to="/activity" />, firstOf());
  expect(screen.getByText(text)).toBeTruthy();
  expect((screen.getByText(count).firstElementChild as HTMLElement).dataset['state']).toBe(state);
});

it('shows the clock of the place, and that of the reader on hover', async () => {
  const receipt = aReceipt({ at: '2026-11-20T18:45:00.000Z', time_zone: 'Asia/Tokyo' });
  await openPage(<ReceiptRow receipt={receipt} to="/activity" />, firstOf());
  const clock = document.querySelector('time');
  expect(clock?.textContent).toMatch(/21 Nov.* Tokyo$/);
  expect(clock?.title).toMatch(/03:45:00 \(Tokyo\)\. Your clock: 20 Nov/);
});

it.each([
  [{ kind: 'say', title: 'Three tones', untyped: 'three_tone' }, 'Dreiklang'],
  [{ kind: 'schedule', title: 'Silence', untyped: 'silence' }, 'Stille'],
  [{ kind: 'page', title: 'Live page', untyped: 'live' }, 'Live gesprochen'],
  // Somebody has typed these.
  [{ kind: 'say', title: 'Three tones' }, 'Three tones'],
  [{ kind: 'schedule', title: 'Silence' }, 'Silence'],
  [{ kind: 'say', title: 'A storm in {place} at {time}' }, 'A storm in (jeder Ort) at (Uhrzeit)'],
] as const)('only what nobody has typed is named in the language of the reader: %o', async (named, text) => {
  await openPage(<ReceiptRow receipt={aReceipt(named)} to="/activity" />, firstOf(), { language: 'de' });
  expect(screen.getByRole('link', { name: text })).toBeTruthy();
});
