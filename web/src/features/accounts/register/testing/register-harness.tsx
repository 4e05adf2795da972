import type { ClientLocation } from '@belfry/schemas/http/lookups';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { clearDraft } from '../../../../lib/session/registration-draft.ts';
import { refusal, type Answer, type Call } from '../../../../testing/fake-server.ts';
import { answerLookups, makeLocation } from '../../../../testing/lookup-answers.ts';
import { openPublicScreens } from '../../../../testing/open-page.tsx';
import { RegisterPage } from '../register-page.tsx';

type Reply = Response | Promise<Response>;

/** Registers the hooks of every test of a file. */
export function setUpRegisterTests(): void {
  afterEach(() => {
    cleanup();
    clearDraft();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

type Options = {
  /** The answer to the request for the location; default: an address in Berlin. */
  locate?: () => Reply;
  /** The code of the language of every country, where the server knows one. */
  language?: () => Response | undefined;
  register?: (call: Call) => Reply;
  lookups?: Answer;
};

/** Opens the registration screen. */
export const openRegistration = ({
  locate = () => located(),
  language = () => undefined,
  register = () => refusal(500),
  lookups = answerLookups,
}: Options = {}) =>
  openPublicScreens({ '/register': <RegisterPage /> }, '/register', (call) => {
    if (call.path === '/auth/user/ip') return locate();
    if (call.path === '/auth/register') return register(call);
    return call.path.startsWith('/admin/countries/language/') ? language() : lookups(call);
  });

export const located = (overrides?: Partial<ClientLocation>): Response => Response.json(makeLocation(overrides));

export const field = (name: string): HTMLInputElement => screen.getByLabelText(new RegExp(`^${name}( \\*)?$`));
/** The buttons that open a picker. */
export const countryButton = () => screen.getByLabelText(/^Country: /);
export const callingCodeButton = () => screen.getByLabelText(/^Country calling code/);
export const languageButton = () => screen.getByLabelText(/^Communication language: /);
export const createButton = () => screen.getByRole('button', { name: 'Create Account' });
export const search = () => screen.getByPlaceholderText(/^Search by /);

export const type = (name: string, value: string): void => void fireEvent.change(field(name), { target: { value } });

/** Opens a picker, searches for the text and chooses the first match. */
export function pick(opener: HTMLElement, typed: string): void {
  fireEvent.click(opener);
  fireEvent.change(search(), { target: { value: typed } });
  fireEvent.keyDown(search(), { key: 'Enter', code: 'Enter' });
}

/** Waits until the location of the address is filled in. */
export const expectCountry = (name: string) =>
  waitFor(() => {
    if (countryButton().textContent !== name) throw new Error(`The country is ${countryButton().textContent}`);
  });

export const REGISTRATION = {
  name: 'Ann',
  email: 'ann@belfry.test',
  phone: '9161234567',
  password: 'Secret-12',
};

/** Fills in all fields, with Russia as the country. */
export function fillRegistration(): void {
  pick(callingCodeButton(), 'russia');
  pick(countryButton(), 'russia');
  type('Name', REGISTRATION.name);
  type('Email', REGISTRATION.email);
  type('Phone', REGISTRATION.phone);
  type('Password', REGISTRATION.password);
  type('Confirm password', REGISTRATION.password);
  for (const consent of screen.getAllByRole('checkbox')) fireEvent.click(consent);
}
