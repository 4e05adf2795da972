import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { advanceTime } from '../../../../testing/fake-time.ts';
import type { Answer } from '../../../../testing/fake-server.ts';
import { openPublicScreens } from '../../../../testing/open-page.tsx';
import { ConfirmEmailPage, ConfirmPhonePage } from '../confirm-pages.tsx';

export const EMAIL = { email: 'walker@belfry.test', phone: '+79161234567', userId: 7, fromLogin: false };

export function setUpConfirmTests(): void {
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

export const openConfirmation = (contact: 'email' | 'phone', state: object | null, answer: Answer) =>
  openPublicScreens(
    { '/confirm-email': <ConfirmEmailPage />, '/confirm-phone': <ConfirmPhonePage /> },
    { pathname: `/confirm-${contact}`, state },
    answer,
  );

export const boxes = (): HTMLInputElement[] => screen.getAllByLabelText(/^Digit \d of 4$/);
export const confirmButton = () => screen.getByRole('button', { name: 'Confirm' });

export async function fillCode(code: string): Promise<void> {
  await act(async () => void fireEvent.change(screen.getByLabelText('Digit 1 of 4'), { target: { value: code } }));
  await advanceTime(0);
}
export async function press(button: HTMLElement): Promise<void> {
  await act(async () => void fireEvent.click(button));
  await advanceTime(0);
}
