import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { clearDraft } from '../../../../lib/session/registration-draft.ts';
import { makeLocation } from '../../../../testing/lookup-answers.ts';

export function setUpRegisterTests(): void {
  afterEach(() => {
    cleanup();
    clearDraft();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

export const located = (): Response => Response.json(makeLocation());

const field = (name: string): HTMLInputElement => screen.getByLabelText(new RegExp(`^${name}( \\*)?$`));
const countryButton = () => screen.getByLabelText(/^Country: /);
const callingCodeButton = () => screen.getByLabelText(/^Country calling code/);
export const createButton = () => screen.getByRole('button', { name: 'Create Account' });
const search = () => screen.getByPlaceholderText(/^Search by /);

const type = (name: string, value: string): void => void fireEvent.change(field(name), { target: { value } });

function pick(opener: HTMLElement, typed: string): void {
  fireEvent.click(opener);
  fireEvent.change(search(), { target: { value: typed } });
  fireEvent.keyDown(search(), { key: 'Enter', code: 'Enter' });
}

export const expectCountry = (name: string) =>
  waitFor(() => {
    if (countryButton().textContent !== name) throw new Error(`The country is ${countryButton().textContent}`);
  });

const REGISTRATION = {
  name: 'Ann',
  email: 'ann@belfry.test',
  phone: '9161234567',
  password: 'Secret-12',
};

export function fillRegistration({ email = REGISTRATION.email }: { email?: string } = {}): void {
  pick(callingCodeButton(), 'russia');
  pick(countryButton(), 'russia');
  type('Name', REGISTRATION.name);
  type('Email', email);
  type('Phone', REGISTRATION.phone);
  type('Password', REGISTRATION.password);
  type('Confirm password', REGISTRATION.password);
  for (const consent of screen.getAllByRole('checkbox')) fireEvent.click(consent);
}
