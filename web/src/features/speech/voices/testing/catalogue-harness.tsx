import { notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { setPageWidth } from '../../../../testing/page-width.ts';
import { chooseLanguage, startI18n } from '../../../../lib/i18n.ts';

/** Registers the hooks of every test of a file: the default language, and `fakeTimers` where the page is polled. */
export function setUpCatalogueTests({ fakeTimers }: { fakeTimers: boolean }): void {
  setPageWidth(1440);
  beforeEach(async () => {
    localStorage.clear();
    await startI18n();
    await chooseLanguage('mixed');
    if (fakeTimers) vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    notifications.clean();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** Advances the time, and renders what happens in it. */
export const advanceTime = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

export async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await advanceTime(50);
}
